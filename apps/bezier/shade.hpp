// From hits to colours, in floats whose operations are the same everywhere.
#pragma once

#include "apps/picture/camera.hpp"
#include "apps/picture/shading.hpp"
#include "task.hpp"

namespace bezier {

using picture::camera, picture::rgb, picture::vec3;

/// What is known of a pixel.
enum class outcome : unsigned char {
  miss,
  hit,
  hit_in_doubt,  ///< a hit, and something undecided on the way to the light or of a reflection
  undecided
};

struct pixel {
  rgb colour;
  outcome what;
  int patch;   ///< of the hit; -1 without one
  ff::ff_t t;  ///< likewise; 0 without one
};

/// A pixel in work.
struct path {
  vec3 colour;   ///< of what is done
  float weight;  ///< of what comes
  bool is_open;  ///< there is something to come
  outcome what;
  int patch;
  ff::ff_t t;
  // Where the path now meets a surface.
  vec3 point, normal, direction;  ///< the normal on the side from which the ray comes; both of length 1
  float cosine;                   ///< between the normal and the light; not positive: in its own shadow
  float clearance;                ///< the next rays begin so far from the point
};

constexpr vec3 of_surface{0.80f, 0.52f, 0.24f}, of_background{1.0f, 1.0f, 1.0f};
constexpr float ambient = 0.12f, diffuse = 0.66f, mirrored = 0.22f;

/// What is seen in a mirror where no surface is: paler towards the horizon and below.
FF_HD constexpr vec3 sky(vec3 direction) {
  const float height = ff::fma_rn(0.5f, direction.z, 0.5f);
  const vec3 low{0.95f, 0.93f, 0.90f}, high{0.30f, 0.50f, 0.95f};
  return picture::fma(height, high - low, low);
}

/// Of length 1, and no component so small that a box test would not take it.
FF_HD constexpr vec3 direction_of(vec3 a) {
  const vec3 d = picture::normalized(a);
  const auto cleared = [](float x) { return ff::less(ff::abs(x), 0x1p-60f) ? 0.0f : x; };
  return {cleared(d.x), cleared(d.y), cleared(d.z)};
}

FF_HD constexpr ray ray_from(vec3 origin, vec3 direction, float t_min) {
  return {
      {origin.x, origin.y, origin.z}, {direction.x, direction.y, direction.z}, t_min, ff::detail::infinity};
}

FF_HD constexpr vec3 vec3_of(const ff::geometry::vector3<float>& a) { return {a.x, a.y, a.z}; }

/// The surface at a hit: a point near it, its normal, and how far from it rays begin, a thousandth of the
/// patch's size.
FF_HD_LARGE constexpr void reach_surface(const patch& s, const task& t, vec3 light, path& p) {
  const float u = t.hit.u.hi(), v = t.hit.v.hi();
  const auto at = ff::geometry::evaluate(s, u, v);
  p.point = vec3_of(at.point);
  p.direction = picture::normalized(vec3_of(t.r.direction));
  const vec3 normal = picture::normalized(vec3_of(ff::geometry::normal(s, at, u, v)));
  p.normal = ff::less(0.0f, dot(normal, p.direction)) ? -1.0f * normal : normal;
  p.cosine = dot(p.normal, light);
  const box b = bounds_of(s);
  const auto sides = b.upper - b.lower;
  p.clearance = ff::mul_rn(0x1p-10f, ff::greatest(sides.x, ff::greatest(sides.y, sides.z)));
}

// ---- the steps of a batch of pixels, each by the pixel's place in it

struct batch {
  camera eye;
  int first, first_row, rows_apart;  ///< the pixels from `first` on of every rows_apart-th row
  int bounces;
  scene_view scene;
  task* tasks;
  path* paths;
  pixel* pixels;
};

/// Stage 2 g has the rays of generation g, stage 2 g + 1 those from where they arrive to the light.
FF_HD constexpr int stage_of_rays(int generation) { return 2 * generation; }
FF_HD constexpr int stage_of_shadows(int generation) { return 2 * generation + 1; }

struct start_path {
  batch b;

  FF_HD void operator()(int k) const {
    const int number = b.first + k, row = b.first_row + number / b.eye.width * b.rows_apart;
    const picture::ray r = ray_of(b.eye, number % b.eye.width, row);
    b.tasks[k] = task_of(ray_from(r.origin, r.direction, 0.0f), stage_of_rays(0), false);
    path p{};
    p.weight = 1.0f, p.is_open = true, p.what = outcome::miss, p.patch = -1;
    b.paths[k] = p;
  }
};

/// After the rays of a generation: the end of the path, or a ray to the light.
struct arrive {
  batch b;
  int generation;

  FF_HD void operator()(int k) const {
    path& p = b.paths[k];
    task& t = b.tasks[k];
    if (!p.is_open) return;
    if (t.undecided()) {
      p.what = generation == 0 ? outcome::undecided : outcome::hit_in_doubt, p.is_open = false;
    } else if (!t.hit.found()) {
      const vec3 behind = generation == 0 ? of_background : sky(vec3_of(t.r.direction));
      p.colour = picture::fma(p.weight, behind, p.colour), p.is_open = false;
    } else {
      if (generation == 0) p.what = outcome::hit, p.patch = t.hit.patch, p.t = t.hit.t;
      reach_surface(b.scene.patches[t.hit.patch], t, b.eye.light, p);
      if (ff::less(0.0f, p.cosine))
        t = task_of(ray_from(p.point, direction_of(b.eye.light), p.clearance), stage_of_shadows(generation),
                    true);
    }
  }
};

/// After the rays to the light: the surface's colour, and a reflected ray.
struct leave {
  batch b;
  int generation;

  FF_HD void operator()(int k) const {
    path& p = b.paths[k];
    task& t = b.tasks[k];
    if (!p.is_open) return;
    const bool faces_light = ff::less(0.0f, p.cosine);
    if (faces_light && t.undecided()) {
      p.what = outcome::hit_in_doubt, p.is_open = false;
      return;
    }
    const float lit = faces_light && !t.hit.found() ? p.cosine : 0.0f;
    const float brightness = ff::mul_rn(p.weight, ff::fma_rn(diffuse, lit, ambient));
    p.colour = picture::fma(brightness, of_surface, p.colour);
    p.weight = ff::mul_rn(p.weight, mirrored);
    p.is_open = generation < b.bounces;
    const float along = ff::mul_rn(-2.0f, dot(p.normal, p.direction));
    const vec3 reflected = direction_of(picture::fma(along, p.normal, p.direction));
    if (p.is_open)
      t = task_of(ray_from(p.point, reflected, p.clearance), stage_of_rays(generation + 1), false);
  }
};

struct finish_pixel {
  batch b;

  FF_HD void operator()(int k) const {
    const path& p = b.paths[k];
    const bool certain = p.what == outcome::miss || p.what == outcome::hit;
    const rgb magenta{255, 0, 255};
    b.pixels[k] = {certain ? picture::to_rgb(p.colour) : magenta, p.what, p.patch, p.t};
  }
};

// ---- the steps of tasks

struct find_step {
  scene_view scene;
  const int* list;
  task* tasks;

  FF_HD void operator()(int k) const { find_next(scene, tasks[list[k]]); }
};
template <class Meet>
struct meet_step {
  scene_view scene;
  const int* list;
  task* tasks;
  Meet meet;

  FF_ANY_CALLEE
  FF_HD void operator()(int k) const { meet_next(scene, meet, tasks[list[k]]); }
};
struct is_open_task {
  const task* tasks;

  FF_HD bool operator()(int k) const { return tasks[k].next.more; }
};
struct has_candidates {
  const task* tasks;

  FF_HD bool operator()(int k) const { return tasks[k].next.count > 0; }
};
/// The counts of a task that a stage needed.
struct count_stage {
  const task* tasks;
  int stage;

  FF_HD counts operator()(int k) const { return tasks[k].stage == stage ? counts_of(tasks[k]) : counts{}; }
};

// ---- the steps of the tree

struct make_key {
  const patch* patches;
  box scene;
  const box* leaf_box;
  uint64* key;

  FF_HD void operator()(int leaf) const { key[leaf] = key_of(scene, leaf_box[leaf], leaf); }
};
struct make_leaf_box {
  const patch* patches;
  box* leaf_box;

  FF_HD void operator()(int leaf) const {
    leaf_box[leaf] = bounds_of_part(patches[leaf / parts_of_patch], leaf % parts_of_patch);
  }
};
struct make_node_step {
  tree_in_work tree;

  FF_HD void operator()(int i) const {
    make_node(tree, i);
    tree.arrivals[i] = 0;
  }
};

}  // namespace bezier
