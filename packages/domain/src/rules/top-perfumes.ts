/** The dashboard shows the five perfumes that sold best, whether they are still in the catalogue or not. */
export const topPerfumesShown = 5
