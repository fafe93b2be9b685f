import type { Pixels } from './encode-variants.ts'

type Edges = { colour: { r: number; g: number; b: number }; isEven: boolean }

/** The largest standard deviation, of 255, that the edges of a photo on a plain background have. */
const evenDeviation = 14

/** The mean colour of the pixels along the four edges, and whether all of them are close to it. */
export function edgesOf({ data, info: { width, height, channels } }: Pixels): Edges {
  const sums = [0, 0, 0]
  const squares = [0, 0, 0]
  let count = 0
  const add = (x: number, y: number) => {
    const at = (y * width + x) * channels
    for (const channel of sums.keys()) {
      const value = data[at + channel] ?? 0
      sums[channel] = (sums[channel] ?? 0) + value
      squares[channel] = (squares[channel] ?? 0) + value * value
    }
    count++
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) add(x, y)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) add(x, y)
  const means = sums.map((sum) => sum / count)
  const deviations = means.map((mean, channel) => Math.sqrt(Math.max(0, (squares[channel] ?? 0) / count - mean * mean)))
  const [r = 0, g = 0, b = 0] = means.map(Math.round)
  return { colour: { r, g, b }, isEven: Math.max(...deviations) <= evenDeviation }
}
