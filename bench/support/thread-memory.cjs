// Loaded into every thread of a measured process before anything else: tells what a model takes there.
const { BroadcastChannel, threadId } = require("node:worker_threads");
const { getHeapStatistics } = require("node:v8");

/** Memory of the kernels that were started in this thread. */
const kernelMemories = [];
/** Bytes that this thread made for all threads to see. */
let sharedBytes = 0;

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(type, args, target) {
    const instance = Reflect.construct(type, args, target);
    if (instance.exports.memory) kernelMemories.push(instance.exports.memory);
    return instance;
  },
});
globalThis.SharedArrayBuffer = new Proxy(SharedArrayBuffer, {
  construct(type, args, target) {
    const buffer = Reflect.construct(type, args, target);
    sharedBytes += buffer.byteLength;
    return buffer;
  },
});

const channel = new BroadcastChannel("mulrel-thread-memory");
channel.unref();
channel.onmessage = ({ data }) => {
  if (data !== "tell" || threadId === 0) return;
  const kernels = kernelMemories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  const arrays = process.memoryUsage().arrayBuffers;
  channel.postMessage({ kernels, arrays, heap: getHeapStatistics().used_heap_size });
};

/** What this thread has made for all to see since it was asked last. */
globalThis.takeSharedBytes = () => {
  const bytes = sharedBytes;
  sharedBytes = 0;
  return bytes;
};
