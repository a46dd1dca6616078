// SPDX-License-Identifier: MIT
// The ball, steered by the user or roaming by itself.
import type {Movers, Response} from 'masu';
import type {Work} from './crowd';
import type {Room, Way} from './room';

export class Ball {
  /** The last frame: the start, and the result. */
  from: [number, number];
  way: Way;
  /** The displacement that was requested. */
  asked: readonly [number, number] = [0, 0];
  /** Whether it is elsewhere than the map puts it. */
  moved = false;
  private readonly mover: Movers;
  private heading: [number, number];

  constructor(
    private readonly room: Room, place: [number, number], readonly radius: number,
    private readonly speed: number, groups: boolean,
  ) {
    this.mover = room.corridor.movers(place, radius);
    this.from = this.place;
    this.heading = turned([0.8 * speed, 0.6 * speed], 0);
    this.way = room.way(this.from, radius, [0, 0], 'slide', groups);
  }

  get place(): [number, number] {
    return this.mover.position(0) as [number, number];
  }

  /** Moves one frame by a displacement, or roams. `groups`: test the groups instead of the tree. */
  move(
    steered: readonly [number, number] | undefined, roams: boolean, response: Response,
    groups: boolean,
  ): Work {
    this.moved = true;
    this.from = this.place;
    const way = this.asked = steered ?? (roams ? this.heading : [0, 0]);
    this.way = this.room.way(this.from, this.radius, way, response, groups);
    const {contacts, stats, displacement} =
      this.room.corridor.move(this.mover, way, {response}).at(0)!;
    if (steered === undefined && roams) this.head(displacement, contacts > 0, response);
    return {contacts, tests: stats.tests};
  }

  /** Computes the tests of the last frame again, with other boxes. */
  look(response: Response, groups: boolean): void {
    this.way = this.room.way(this.from, this.radius, this.asked, response, groups);
  }

  /** Repeats the frame in the address. */
  again(way: [number, number], roams: boolean, response: Response, groups: boolean): Work {
    const goes = way[0] !== 0 || way[1] !== 0;
    if (goes) this.heading = way;
    return this.move(roams && goes ? undefined : way, roams, response, groups);
  }

  free(): void {
    this.mover.free();
  }

  private head(displacement: readonly number[], met: boolean, response: Response): void {
    if (response === 'bounce') {
      if (Math.hypot(...displacement) > 0.25 * this.speed) {
        this.heading = [displacement[0]!, displacement[1]!];
      }
    } else if (met && Math.hypot(...displacement) < 0.4 * this.speed) {
      this.heading = turned(this.heading, 2.4);
    }
  }
}

function turned([x, y]: readonly [number, number], angle: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}
