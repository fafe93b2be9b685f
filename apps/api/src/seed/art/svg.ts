/** A number as it is written into path data: one decimal, no trailing zero. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

/** A point as it is written into path data. */
export const at = (x: number, y: number): string => `${short(x)} ${short(y)}`

type Stop = readonly [offset: number, colour: string, opacity?: number]

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`,
    )
    .join('')

/** A gradient along the line from `from` to `to`, in fractions of the painted box. */
export function linear(id: string, stops: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 1, 0]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`
}

/** A round gradient from the middle of the painted box outwards. */
export function radial(id: string, stops: readonly Stop[], [cx, cy, r] = [0.5, 0.5, 0.5]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`
}
