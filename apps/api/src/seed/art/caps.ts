import { khatimShape } from './khatim.ts'

/**
 * The six caps, each standing on y 0 around x 0. `metal` and `sheen` name the gradients they are painted with: the
 * metal itself and the light that lies on it.
 */
export const caps: readonly ((paint: { metal: string; sheen: string }) => string)[] = [
  // dome: a cupola with a small finial
  ({ metal, sheen }) =>
    `<path d="M-54 0V-62C-54 -116 -30 -144 -7 -152V-158H7V-152C30 -144 54 -116 54 -62V0Z" fill="url(#${metal})"/>` +
    `<circle cy="-168" r="13" fill="url(#${metal})"/>` +
    `<path d="M-54 -34H54M-54 -22H54" stroke="#000" stroke-opacity=".22" stroke-width="3"/>` +
    `<path d="M-34 -46V-70C-34 -104 -22 -124 -10 -134C-18 -112 -20 -84 -20 -46Z" fill="url(#${sheen})"/>`,
  // drum: a turned cylinder with a knurled grip
  ({ metal, sheen }) =>
    `<path d="M-58 0V-112Q-58 -124 -46 -124H46Q58 -124 58 -112V0Z" fill="url(#${metal})"/>` +
    `<path d="M-58 -110Q-58 -124 -46 -124H46Q58 -124 58 -110Z" fill="#fff" fill-opacity=".28"/>` +
    `<path d="${[-48, -38, -28, -18, -8, 8, 18, 28, 38, 48].map((x) => `M${x} -10V-44`).join('')}" stroke="#000" stroke-opacity=".2" stroke-width="3"/>` +
    `<path d="M-58 -52H58" stroke="#000" stroke-opacity=".25" stroke-width="2"/>` +
    `<path d="${khatimShape(0, -82, 15)}" fill="#000" fill-opacity=".2"/>` +
    `<path d="M-42 -56V-112H-28V-56Z" fill="url(#${sheen})"/>`,
  // ball: a polished sphere on a slim collar
  ({ metal, sheen }) =>
    `<path d="M-24 0V-26H24V0Z" fill="url(#${metal})"/>` +
    `<circle cy="-78" r="60" fill="url(#${metal})"/>` +
    `<circle cy="-78" r="60" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="2"/>` +
    `<path d="M-58 -62Q0 -40 58 -62" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="3"/>` +
    `<ellipse cx="-20" cy="-100" rx="18" ry="24" transform="rotate(24 -20 -100)" fill="url(#${sheen})"/>`,
  // spire: turned beads, as on a coffee pot's lid
  ({ metal, sheen }) =>
    `<path d="M-50 0V-24Q-50 -32 -42 -32H42Q50 -32 50 -24V0Z" fill="url(#${metal})"/>` +
    `<path d="M-34 -32C-34 -62 -16 -64 -12 -78H12C16 -64 34 -62 34 -32Z" fill="url(#${metal})"/>` +
    `<circle cy="-98" r="26" fill="url(#${metal})"/>` +
    `<path d="M-10 -120C-8 -142 -4 -154 0 -172C4 -154 8 -142 10 -120Z" fill="url(#${metal})"/>` +
    `<path d="M-34 -33H34M-12 -78H12" stroke="#000" stroke-opacity=".28" stroke-width="3"/>` +
    `<ellipse cx="-9" cy="-106" rx="7" ry="10" fill="url(#${sheen})"/>`,
  // plate: a low, wide block
  ({ metal, sheen }) =>
    `<path d="M-78 0V-78Q-78 -86 -70 -86H70Q78 -86 78 -78V0Z" fill="url(#${metal})"/>` +
    `<path d="M-78 -72V-78Q-78 -86 -70 -86H70Q78 -86 78 -78V-72Z" fill="#fff" fill-opacity=".35"/>` +
    `<path d="M-78 -14H78" stroke="#000" stroke-opacity=".22" stroke-width="3"/>` +
    `<path d="M-58 -20V-68H-36V-20Z" fill="url(#${sheen})"/>`,
  // facet: cut like the stopper of a decanter
  ({ metal, sheen }) =>
    `<path d="M-44 0L-64 -58L-36 -126H36L64 -58L44 0Z" fill="url(#${metal})"/>` +
    `<path d="M-64 -58L-24 -66L-36 -126M-24 -66H24L36 -126M24 -66L64 -58M-24 -66L-16 0M24 -66L16 0" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>` +
    `<path d="M-64 -58L-24 -66L-16 0H-44Z" fill="#000" fill-opacity=".12"/><path d="M24 -66L64 -58L44 0H16Z" fill="#000" fill-opacity=".2"/>` +
    `<path d="M-36 -126L-24 -66H24L36 -126Z" fill="url(#${sheen})"/>`,
]
