// SPDX-License-Identifier: MIT
import {listOf, MasuError, shown, truth} from './errors.js';
import {allBits, defaultCategory} from './filters.js';
import type {Filter} from './structs.js';

/** In no layer: the object's own filter applies. */
export const noLayer = 0xff;
/** Layers are 0 to 62. */
export const layerCount = 63;

/**
 * A matrix of which of 63 layers collide with each other; initially all do. `world.setLayers()`
 * uses it, and it makes filters for queries: `world.rayCast(ray, layers.filter(hero, [wall,
 * noLayer]))`.
 *
 * Objects in no layer collide with every layer, whatever the matrix says of layers, unless
 * `set(layer, noLayer, false)` disables it.
 */
export class LayerMatrix {
  /** Bit j of row i: layers i and j collide; bit 63: layer i and objects in no layer do. */
  readonly rows = new BigUint64Array(layerCount).fill(allBits);

  /** Sets whether objects of two layers collide, both ways. One of the two may be `noLayer`. */
  set(i: number, j: number, collide: boolean): this {
    if (i === noLayer && j === noLayer) {
      throw new MasuError('out_of_range', 'LayerMatrix', 'at least one of the two must be a layer');
    }
    const [a, b] = [category(i), category(j)];
    truth('LayerMatrix.set', 'collide', collide);
    if (i !== noLayer) this.setBits(i, b, collide);
    if (j !== noLayer) this.setBits(j, a, collide);
    return this;
  }
  /** Returns whether objects of two layers collide. */
  collide(i: number, j: number): boolean {
    if (i === noLayer && j !== noLayer) return this.collide(j, i);
    return (this.row(i) & category(j)) !== 0n;
  }
  /**
   * Returns the filter of a query for an object in the layer: it finds what collides with the layer
   * by the matrix, restricted to the layers in a list (which may hold `noLayer`) or to the
   * categories of a mask.
   */
  filter(layer: number, only: readonly number[] | bigint = allBits): Filter {
    const mask = typeof only === 'bigint' ? only
      : listOf('LayerMatrix.filter', 'only', only).reduce((bits, l) => bits | category(l), 0n);
    return {category: category(layer), mask: this.row(layer) & mask};
  }

  private row(layer: number): bigint {
    category(layer);
    return layer === noLayer ? allBits : this.rows[layer]!;
  }
  private setBits(layer: number, bits: bigint, collide: boolean): void {
    const row = this.rows[layer]!;
    this.rows[layer] = collide ? row | bits : row & (allBits ^ bits);
  }
}

/** Returns the category of a layer, or of objects in none. */
function category(layer: number): bigint {
  if (layer === noLayer) return defaultCategory;
  if (Number.isInteger(layer) && layer >= 0 && layer < layerCount) return 1n << BigInt(layer);
  throw new MasuError('out_of_range', 'LayerMatrix', `${shown(layer)} is not a layer from 0 to 62`);
}
