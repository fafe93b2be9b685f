/** What the owner is told, by which way, and when it is quiet. */

export const noticesSettings = {}
