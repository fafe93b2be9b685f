/** The nth of 16 million IPv4 addresses, each in a /24 of its own for the first 65,536. */
export const networkAddress = (nth: number): string => `41.${(nth >> 8) & 255}.${nth & 255}.${1 + ((nth >> 16) % 254)}`

/** An address that no attack uses. */
export const strangerAddress = (): string => `102.${below(256)}.${below(256)}.${1 + below(254)}`

const below = (limit: number): number => Math.floor(Math.random() * limit)
