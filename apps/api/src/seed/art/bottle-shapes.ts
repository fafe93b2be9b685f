import type { Outline } from './outline.ts'

/** A bottle: its silhouette (520 high, standing on y 520) and where its parts sit. */
export type BottleShape = {
  outline: Outline
  /** Height of the label's middle. */
  labelY: number
  /** The tallest label that looks right on it. */
  labelHeight: number
  /** How far a paper label may come to the silhouette, as a fraction of the half width. */
  labelReach: number
  /** Where cut edges run, as fractions of the half width; none on blown glass. */
  cuts: readonly number[]
}

export const bottleHeight = 520

export const bottleShapes: readonly BottleShape[] = [
  {
    // flacon: the apothecary's round shoulders
    outline: {
      neckHalf: 46,
      stretches: [
        [46, 34],
        [104, 44, 166, 92, 166, 176],
        [166, 464],
        [166, 502, 148, 520, 112, 520],
      ],
    },
    labelY: 308,
    labelHeight: 290,
    labelReach: 0.86,
    cuts: [],
  },
  {
    // slab: a thick cut block
    outline: {
      neckHalf: 44,
      stretches: [
        [44, 40],
        [144, 40],
        [162, 40, 172, 50, 172, 68],
        [172, 498],
        [172, 512, 164, 520, 150, 520],
      ],
    },
    labelY: 286,
    labelHeight: 300,
    labelReach: 0.8,
    cuts: [-0.86, 0.86],
  },
  {
    // orb: a blown globe on a small foot
    outline: {
      neckHalf: 38,
      stretches: [
        [38, 42],
        [44, 74, 190, 118, 190, 304],
        [190, 424, 134, 500, 86, 508],
        [90, 520],
      ],
    },
    labelY: 304,
    labelHeight: 262,
    labelReach: 0.8,
    cuts: [],
  },
  {
    // arch: the niche itself, in glass
    outline: {
      neckHalf: 36,
      stretches: [
        [36, 26],
        [40, 74, 158, 110, 160, 236],
        [160, 506],
        [160, 514, 154, 520, 146, 520],
      ],
    },
    labelY: 330,
    labelHeight: 262,
    labelReach: 0.8,
    cuts: [-0.87, 0.87],
  },
  {
    // gem: eight-sided, wide at the girdle
    outline: {
      neckHalf: 42,
      stretches: [
        [42, 36],
        [132, 92],
        [176, 236],
        [176, 300],
        [138, 520],
      ],
    },
    labelY: 290,
    labelHeight: 256,
    labelReach: 0.78,
    cuts: [-0.52, 0.52],
  },
  {
    // amphora: swelling body over a narrow foot
    outline: {
      neckHalf: 34,
      stretches: [
        [34, 40],
        [38, 96, 166, 108, 168, 232],
        [169, 356, 92, 392, 82, 492],
        [84, 504, 104, 506, 108, 520],
      ],
    },
    labelY: 248,
    labelHeight: 246,
    labelReach: 0.82,
    cuts: [],
  },
  {
    // tower: a slender column
    outline: {
      neckHalf: 38,
      stretches: [
        [38, 32],
        [98, 34, 124, 48, 124, 84],
        [124, 496],
        [124, 512, 116, 520, 100, 520],
      ],
    },
    labelY: 296,
    labelHeight: 310,
    labelReach: 0.88,
    cuts: [],
  },
  {
    // drop: a tear about to fall
    outline: {
      neckHalf: 30,
      stretches: [
        [30, 36],
        [38, 138, 178, 212, 178, 362],
        [178, 462, 124, 520, 78, 520],
      ],
    },
    labelY: 352,
    labelHeight: 244,
    labelReach: 0.82,
    cuts: [],
  },
]
