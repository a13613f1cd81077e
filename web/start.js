// Appended to the glue by `cargo xtask build`, which also defines packedWasm.
// No fetch: the page's policy forbids every connection, to its own server too.
try {
  const packed = Uint8Array.from(atob(packedWasm), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  await __wbg_init({ module_or_path: await new Response(unpacked).arrayBuffer() });
} catch (error) {
  document.getElementById("start-problem").hidden = false;
  throw error;
}
