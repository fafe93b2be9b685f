/** The first status of a new order, and the choices for each order in the list (docs/behaviour.md#order-status). */
export const settableStatuses = ['pending', 'processing', 'shipped', 'delivered'] as const
