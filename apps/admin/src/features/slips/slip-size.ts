/** Rolls of thermal printers, and labels. */
export const slipSizes = ['roll80', 'a6'] as const
export type SlipSize = (typeof slipSizes)[number]

const key = 'slip-paper'

/** The paper that was chosen last in this browser. */
export function savedSize(): SlipSize {
  try {
    return slipSizes.find((size) => size === localStorage.getItem(key)) ?? 'roll80'
  } catch {
    // A browser may forbid storage.
    return 'roll80'
  }
}

/** Remembers the paper for the next slips. */
export function saveSize(size: SlipSize): void {
  try {
    localStorage.setItem(key, size)
  } catch {
    // The choice then holds until the page is left.
  }
}

/** The page of the printer: a roll is cut behind the longest slip, whose height is in CSS pixels. */
export function pageRule(size: SlipSize, tallestPx: number): string {
  if (size === 'a6') return '@page { size: 105mm 148mm; margin: 0 }'
  const millimetres = Math.ceil((tallestPx / 96) * 25.4) + 4
  return `@page { size: 80mm ${millimetres}mm; margin: 0 }`
}
