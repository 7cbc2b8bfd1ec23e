// Places along a line, at least `gap` apart and within `low` … `high`, moved as little as that takes.
// They come back in the order they were given in.

export function spread(places, gap, low, high) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  // Neighbours that would touch stand together as one block about the middle of where they would be.
  const blocks = [];
  order.forEach((index, rank) => {
    let block = { middle: places[index] - rank * gap, count: 1 };
    while (blocks.length && blocks.at(-1).middle > block.middle) {
      const { middle, count } = blocks.pop();
      const all = count + block.count;
      block = { middle: (middle * count + block.middle * block.count) / all, count: all };
    }
    blocks.push(block);
  });
  const apart = [];
  let rank = 0;
  for (const { middle, count } of blocks) {
    for (let i = 0; i < count; i++, rank++) {
      const highest = high - (places.length - 1) * gap;
      apart[order[rank]] = Math.max(low, Math.min(middle, highest)) + rank * gap;
    }
  }
  return apart;
}
