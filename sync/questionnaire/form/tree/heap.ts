/** A binary heap of numbers, smallest first. */
export function push(heap: number[], value: number): void {
  let index = heap.push(value) - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] ?? 0;
    if (parent <= value) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = value;
}

export function pop(heap: number[]): number | undefined {
  const [smallest] = heap;
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return smallest;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left;
    const value = heap[child] ?? 0;
    if (value >= last) break;
    heap[index] = value;
    index = child;
  }
  heap[index] = last;
  return smallest;
}
