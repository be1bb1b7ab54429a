// Scenes made from a seed, the same on every machine: integers alone draw them.
#pragma once

#include "shapes.hpp"

namespace intersect {

/// Like the scene of Menezes et al.: eight layers of ground, as meshes of triangles, and the drill holes
/// through them.  In five of sixteen holes a contact is degenerate: through a vertex, through an edge, along
/// an edge, in the plane of a triangle, or with an end inside one.
space_scene generate_ground(uint32_t triangles, uint32_t segments, uint64_t seed);

/// A map: red and blue lines of 64 segments, as long as cells of a grid with one segment each.  Three of
/// eight blue lines touch a red one: along it, through its vertices, or from the middle of its first segment.
plane_scene generate_map(uint32_t reds, uint32_t blues, uint64_t seed);

/// Of the paper's scene; its grid is 100^3, and 15.45 million pairs share a cell of it.
constexpr uint32_t paper_triangles = 1000000, paper_segments = 7846;

}  // namespace intersect
