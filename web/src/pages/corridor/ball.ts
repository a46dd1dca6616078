// SPDX-License-Identifier: MIT
// The ball, steered by the user or roaming by itself.
import type {Movers, Response} from 'masu';
import type {Work} from './crowd';
import type {BallPath, Room} from './room';

export class Ball {
  /** The last frame: the start, and the result. */
  from: [number, number];
  path: BallPath;
  /** The displacement that was requested. */
  requested: readonly [number, number] = [0, 0];
  /** Whether it is elsewhere than the map puts it. */
  moved = false;
  private readonly mover: Movers;
  private heading: [number, number];

  constructor(
    private readonly room: Room, position: [number, number], readonly radius: number,
    private readonly speed: number, groups: boolean,
  ) {
    this.mover = room.corridor.movers(position, radius);
    this.from = this.position;
    this.heading = rotated([0.8 * speed, 0.6 * speed], 0);
    this.path = room.path(this.from, radius, [0, 0], 'slide', groups);
  }

  get position(): [number, number] {
    return this.mover.position(0) as [number, number];
  }

  /** Moves one frame by a displacement, or roams. `groups`: test the groups instead of the tree. */
  move(
    steered: readonly [number, number] | undefined, roams: boolean, response: Response,
    groups: boolean,
  ): Work {
    this.moved = true;
    this.from = this.position;
    const requested = this.requested = steered ?? (roams ? this.heading : [0, 0]);
    this.path = this.room.path(this.from, this.radius, requested, response, groups);
    const {contacts, stats, displacement} =
      this.room.corridor.move(this.mover, requested, {response}).at(0)!;
    if (steered === undefined && roams) this.head(displacement, contacts > 0, response);
    return {contacts, tests: stats.tests};
  }

  /** Computes the tests of the last frame again, with other boxes. */
  retest(response: Response, groups: boolean): void {
    this.path = this.room.path(this.from, this.radius, this.requested, response, groups);
  }

  /** Repeats the frame in the address. */
  again(displacement: [number, number], roams: boolean, response: Response, groups: boolean): Work {
    const goes = displacement[0] !== 0 || displacement[1] !== 0;
    if (goes) this.heading = displacement;
    return this.move(roams && goes ? undefined : displacement, roams, response, groups);
  }

  free(): void {
    this.mover.free();
  }

  private head(displacement: readonly number[], touched: boolean, response: Response): void {
    if (response === 'bounce') {
      if (Math.hypot(...displacement) > 0.25 * this.speed) {
        this.heading = [displacement[0]!, displacement[1]!];
      }
    } else if (touched && Math.hypot(...displacement) < 0.4 * this.speed) {
      this.heading = rotated(this.heading, 2.4);
    }
  }
}

function rotated([x, y]: readonly [number, number], angle: number): [number, number] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}
