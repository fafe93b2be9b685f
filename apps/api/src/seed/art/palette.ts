import type { ScentFamily } from '../perfume.ts'

/** The colours of one scent family, taken from its materials; light falls from the upper left. */
export type Palette = {
  /** Whether the wall is dark, so that ornament is gilded and shadows are deep. */
  isDark: boolean
  wall: readonly [lit: string, shaded: string]
  niche: readonly [glow: string, middle: string, shaded: string]
  floor: readonly [back: string, front: string]
  ornament: string
  juice: { light: string; middle: string; deep: string }
}

export const palettes: Record<ScentFamily, Palette> = {
  oud: {
    isDark: true,
    wall: ['#43282C', '#1A0E11'],
    niche: ['#80493A', '#43241F', '#1D0F0E'],
    floor: ['#3B2120', '#150B0B'],
    ornament: '#E3AE58',
    juice: { light: '#DE8A36', middle: '#A34E17', deep: '#421606' },
  },
  amber: {
    isDark: false,
    wall: ['#EBCB9B', '#C8934F'],
    niche: ['#FFF1D6', '#EFCF9C', '#CB9656'],
    floor: ['#D2A15F', '#A8713A'],
    ornament: '#7A4B14',
    juice: { light: '#FFC659', middle: '#E48E22', deep: '#8C3E06' },
  },
  rose: {
    isDark: false,
    wall: ['#EBC3CB', '#C78496'],
    niche: ['#FDEAED', '#EBC0CA', '#C88A9B'],
    floor: ['#CE8FA0', '#A4617A'],
    ornament: '#7F2443',
    juice: { light: '#FFA3B8', middle: '#DC4F7B', deep: '#861440' },
  },
  musk: {
    isDark: false,
    wall: ['#DAD4E6', '#A69BBE'],
    niche: ['#F8F5FC', '#D9D1E6', '#AEA3C6'],
    floor: ['#B3A8C9', '#83779F'],
    ornament: '#4D3B6B',
    juice: { light: '#F3E6FA', middle: '#CBB3E2', deep: '#7E66A6' },
  },
  citrus: {
    isDark: false,
    wall: ['#E3E6B4', '#B3BA66'],
    niche: ['#FBFBE6', '#E3E6AF', '#B7BE6E'],
    floor: ['#BCC272', '#8B9245'],
    ornament: '#565C12',
    juice: { light: '#FBF283', middle: '#E2CE33', deep: '#8F8610' },
  },
  vetiver: {
    isDark: false,
    wall: ['#B7D3C4', '#6A9A84'],
    niche: ['#EAF6EF', '#B9D7C7', '#74A48E'],
    floor: ['#7CAA94', '#456F5C'],
    ornament: '#123F30',
    juice: { light: '#8AD3AB', middle: '#37906A', deep: '#0B4231' },
  },
  marine: {
    isDark: false,
    wall: ['#B6D4E3', '#6798B5'],
    niche: ['#EBF6FB', '#BBD8E6', '#709FBB'],
    floor: ['#78A5C0', '#3F6F8D'],
    ornament: '#0D3F61',
    juice: { light: '#94D8F0', middle: '#338FBF', deep: '#093F68' },
  },
  night: {
    isDark: true,
    wall: ['#372A60', '#120B25'],
    niche: ['#6B53A8', '#34255F', '#150D2B'],
    floor: ['#2C2050', '#0D0719'],
    ornament: '#F0B84A',
    juice: { light: '#A586F4', middle: '#5B38B0', deep: '#200D52' },
  },
}

/** A polished metal: `shadow` at the edges, `body` over most of it, `light` where the window is mirrored. */
export type Metal = { light: string; body: string; shadow: string }

export const metals: readonly Metal[] = [
  { light: '#FFF3C9', body: '#D6A23E', shadow: '#79500F' },
  { light: '#FFFFFF', body: '#BFC3CE', shadow: '#5F6474' },
  { light: '#FFE6D8', body: '#CB8E70', shadow: '#753F28' },
  { light: '#8E8290', body: '#3A2F3B', shadow: '#120C12' },
]
