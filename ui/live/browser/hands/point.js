// Where hands rest: numbers as the parameter `point` of the address, and back.

import { AddressParameter } from "../lib/address.js";

// Writes what `numbers()` returns into the address when it rests.
export const pointParameter = (root, numbers) =>
  new AddressParameter(root, "point", () =>
    numbers()
      .map((v) => Number(v.toFixed(3)))
      .join("_"),
  );

// The numbers of an address, held between `low` and `high`; `otherwise` where they are not right.
export function readPoint(point, otherwise, [low, high]) {
  const numbers = point.split("_").map(Number);
  const right = point && numbers.length === otherwise.length && numbers.every(Number.isFinite);
  return right ? numbers.map((v) => Math.min(Math.max(v, low), high)) : [...otherwise];
}
