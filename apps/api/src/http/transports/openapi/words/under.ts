/** The same words at several places. */
export const under = (places: readonly string[], words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(places.flatMap((place) => Object.entries(words).map(([name, said]) => [`${place}.${name}`, said])))
