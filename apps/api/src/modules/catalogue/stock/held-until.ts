const HOURS = 24

/** Until when an unpaid order keeps what it took of counted stock: docs/behaviour.md#stock. */
export const heldUntil = (placedAt: Date): Date => new Date(placedAt.getTime() + HOURS * 3_600_000)
