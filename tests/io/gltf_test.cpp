// SPDX-License-Identifier: MIT
// Malicious glTF files: refused before memory is taken or the stack overflows.
#include <cstring>

#include "mesh_files.hpp"

namespace masu::io::testing {
namespace {

void expect_refused(const std::string& bytes, const std::string& name, const std::string& message) {
  Mesh mesh;
  const ReadResult result = parse_mesh(bytes, name, mesh);
  EXPECT_EQ(result.status, ReadStatus::malformed) << message;
  EXPECT_EQ(result.message, name + ": " + message);
  EXPECT_TRUE(mesh.vertices.empty());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(GltfHarm, chunks_end_inside_the_file) {
  const std::string valid = as_glb(cube());
  const std::size_t chunk = valid.find("BIN") - 4;
  const auto left = static_cast<std::uint32_t>(valid.size() - chunk - 8);
  for (const std::uint32_t more : {4u, 8u, 12u, 0x7fffff00u, 0xffffff00u - left}) {
    std::string bytes = valid;
    const std::uint32_t length = left + more;
    std::memcpy(bytes.data() + chunk, &length, 4);
    expect_refused(bytes, "m.glb", "its BIN chunk reaches beyond its end");
  }
  std::string bytes = valid;
  const auto json = static_cast<std::uint32_t>(valid.size() - 19);
  std::memcpy(bytes.data() + 12, &json, 4);
  expect_refused(bytes, "m.glb", "its JSON chunk reaches beyond its end");
  const std::string size = std::to_string(valid.size());
  expect_refused(valid.substr(0, valid.size() - 4), "m.glb",
                 "truncated: its length is " + size + " bytes, the file has " +
                     std::to_string(valid.size() - 4));
}

std::string nested(std::size_t levels) {  // and the object of the file around it
  const std::string extras =
      "{\"extras\":" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + ",";
  return replaced(gltf_json(cube(), ""), "{", extras);
}

TEST(GltfHarm, deep_json_is_refused) {
  Mesh mesh;
  const ReadResult result = parse_mesh(glb_of(nested(64), gltf_buffer(cube())), "m.glb", mesh);
  EXPECT_TRUE(result) << result.message;
  for (const std::size_t levels : {65, 1'000'000}) {
    const std::string message = "its JSON is nested deeper than 64 levels";
    expect_refused(glb_of(nested(levels), gltf_buffer(cube())), "m.glb", message);
    expect_refused(nested(levels), "m.gltf", message);
  }
  const std::string name = R"({"mesh":0,"name":"\"[[\\)" + std::string(100, '[') + "\"}";
  EXPECT_TRUE(parse_mesh(as_glb(cube(), name), "m.glb", mesh)) << "brackets in strings";
}

TEST(GltfHarm, one_buffer_is_the_binary_chunk) {
  const std::string buffer = gltf_buffer(cube());
  const std::string json = gltf_json(cube(), "");
  const std::string from = "\"buffers\":[";
  const std::string message = "more than one of its buffers is the BIN chunk";
  for (const char* other :
       {R"({"byteLength":4},)", R"({"byteLength":4,"uri":""},)", R"({"byteLength":4,"uri":7},)",
        R"({"uri":"data:application/octet-stream;base64,AAAA","byteLength":4,"uri":""},)",
        R"({"byteLength":4,"extras":{"uri":"x"}},)"}) {
    expect_refused(glb_of(replaced(json, from, from + other), buffer), "m.glb", message);
  }
  const std::string escaped = "a name in its JSON has an escape sequence";
  expect_refused(glb_of(replaced(json, from, "\"\\u0062uffers\":["), buffer), "m.glb", escaped);
  Mesh mesh;
  const std::string base64 =
      R"(},{"uri":"data:application/octet-stream;base64,AAAA","byteLength":3}]})";
  std::string two = json;
  two.replace(two.rfind("}]}"), 3, base64);
  const ReadResult result = parse_mesh(glb_of(two, buffer), "m.glb", mesh);
  EXPECT_TRUE(result) << result.message;
}

TEST_F(Files, buffers_of_gltf_count_together) {
  const std::string zeros(5000, '\0');
  write("zeros.bin", zeros);
  write("cube.bin", gltf_buffer(cube()));
  std::string json = gltf_json(cube(), R"("uri":"cube.bin",)");
  json.insert(json.size() - 2, R"(,{"uri":"zeros.bin","byteLength":5000})");
  json.insert(json.size() - 2, R"(,{"uri":"./zeros.bin","byteLength":5000})");
  const std::string path = write("m.gltf", json);
  Mesh mesh;
  MeshOptions options;
  options.limits.file_bytes = 10'000 + gltf_buffer(cube()).size();
  EXPECT_TRUE(load_mesh(path, mesh, options));
  --options.limits.file_bytes;
  const ReadResult result = load_mesh(path, mesh, options);
  EXPECT_EQ(result.status, ReadStatus::too_large);
  EXPECT_NE(result.message.find("m.gltf: its buffers are larger than the limit of "),
            std::string::npos)
      << result.message;
}

// The reader looks for what the file names in its folder and below, not in the working directory.
TEST_F(Files, buffers_of_gltf_lie_in_its_folder) {
  const std::string buffer = gltf_buffer(cube());
  const std::string outside = write("outside.bin", buffer);
  write("model/below/inside.bin", buffer);
  write("model_beside/inside.bin", buffer);
  struct Case {
    std::string uri;
    bool valid;
  };
  const Case cases[] = {{"below/inside.bin", true},
                        {"./below/inside.bin", true},
                        {"below/../below/inside.bin", true},
                        {"../model/below/inside.bin", true},
                        {"../outside.bin", false},
                        {"%2e%2e/outside.bin", false},
                        {"below/../../outside.bin", false},
                        {"../model_beside/inside.bin", false},
                        {outside, false},
                        {"outside.bin", false}};
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  for (const std::string& folder : {folder_ + "/model/", std::string("model/")}) {
    for (const Case& c : cases) {
      write("model/m.gltf", gltf_json(cube(), "\"uri\":\"" + c.uri + "\","));
      Mesh mesh;
      const ReadResult result = load_mesh(folder + "m.gltf", mesh);
      EXPECT_EQ(static_cast<bool>(result), c.valid) << folder << " " << c.uri << result.message;
    }
  }
  std::filesystem::current_path(folder_ + "/model");
  write("model/m.gltf", gltf_json(cube(), R"("uri":"below/inside.bin",)"));
  Mesh mesh;
  EXPECT_TRUE(load_mesh("m.gltf", mesh));
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace masu::io::testing
