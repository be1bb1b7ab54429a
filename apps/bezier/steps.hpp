// The steps of a picture, each a function of one element's number that host and device run alike.
#pragma once

#include "shade.hpp"

namespace bezier {

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

// ---- the steps of tasks, on copies of what changes: the device keeps those close

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
  FF_HD void operator()(int k) const {
    task t = tasks[list[k]];
    meet_next(scene, meet, t);
    tasks[list[k]] = t;
  }
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
