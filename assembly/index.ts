// The kernels' WebAssembly module. One file a family; each export has a plain twin in src/math.
export function version(): i32 {
  return 1;
}
