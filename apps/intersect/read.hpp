// Meshes (OBJ, PLY, OFF) and segments (CSV) from files.
//
// Strict, and with an own reader of lines, since no library that was found reads so that nothing is lost:
// Assimp 5.2.5 does not round every decimal to the nearest float, OpenMesh 9.0 leaves out faces without their
// vertices and calls that success, and neither names a line.  std::from_chars rounds right.
#pragma once

#include <string>
#include <string_view>

#include "command/line_reader.hpp"
#include "shapes.hpp"

namespace intersect {

/// The vertices and triangles in a file's text, whose name ends in .obj, .ply (ASCII or binary) or .off.
/// Coordinates are the floats nearest to what is written; `told` takes how many were rounded.  A polygon
/// becomes the triangles from its first corner.  Throws command::bad_argument with file and line, or the
/// place in binary data, where the text is anything else, a coordinate is not finite, or a face asks for a
/// vertex that is not there.
void read_mesh(const std::string& file, std::string_view text, space_scene& scene,
               command::coordinate_counts* told = nullptr);

/// Lines of x1,y1,z1,x2,y2,z2, or of x1,y1,x2,y2, under a line of headings or none; values may stand in
/// double quotes.  The same conditions.
std::vector<segment<point3>> read_segments_in_space(const std::string& file, std::string_view text,
                                                    command::coordinate_counts* told = nullptr);
std::vector<segment<point2>> read_segments_in_plane(const std::string& file, std::string_view text,
                                                    command::coordinate_counts* told = nullptr);

}  // namespace intersect
