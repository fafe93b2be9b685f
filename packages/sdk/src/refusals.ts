/** A proxy says so where it has no answer of the shop, and the shop where it can do nothing for now. */
export const isAway = ({ status }: Response): boolean => status === 502 || status === 503 || status === 504

/** By which code the shop refused, read of a copy of the answer. Undefined where somebody else has answered. */
export const codeIn = (answer: Response): Promise<unknown> =>
  answer
    .clone()
    .json()
    .then((body) => body?.code)
    .catch(() => undefined)
