/** A place in a lane of a device, as a push's answer names it among what is `missing`. */
export interface LanePosition {
  readonly lane: string;
  readonly laneNo: number;
}

export function positionName({ lane, laneNo }: LanePosition): string {
  return `${lane}#${laneNo}`;
}
