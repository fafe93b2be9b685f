import type { Perfume } from './perfume.ts'

/** Dearer bottles hold more oil. */
export function concentrationOf({ price, millilitres }: Pick<Perfume, 'price' | 'millilitres'>): string {
  const perMillilitre = price / millilitres
  if (perMillilitre >= 110) return 'Extrait de Parfum, 28%'
  return perMillilitre >= 55 ? 'Eau de Parfum, 18%' : 'Eau de Toilette, 10%'
}
