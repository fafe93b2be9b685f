/**
 * How long a request to pay stands on a phone. It has lapsed by then, so the shop sends no second one before, and the
 * checkout offers none.
 */
export const promptLifeSeconds = 75
