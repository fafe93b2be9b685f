/** Lines of the gateways' own ledgers: here are their kinds, who reports them, and what may become of them. */

/** Only `payment` may pay an order. `other` is kept and never settles anything, such as a transfer to the bank. */
export const transactionKinds = ['payment', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type TransactionKind = (typeof transactionKinds)[number]

/**
 * Who reported a line: the gateway by itself as the money came, the list that the shop pulls, a statement that the owner
 * imported, the gateway's balance, or a status query about one receipt.
 */
export const transactionSources = ['confirmation', 'pull', 'statement', 'balance', 'status-query'] as const
export type TransactionSource = (typeof transactionSources)[number]

/** What happened to a line, by the shop or by the administrator. */
export const transactionEvents = ['reported', 'matched', 'assigned', 'unassigned', 'dismissed', 'restored'] as const
export type TransactionEventKind = (typeof transactionEvents)[number]

/**
 * `waiting`: it resembles an attempt that is still open, so its own report is given two minutes. `none`: a line that is
 * no payment needs none.
 */
export const transactionStates = ['unmatched', 'waiting', 'matched', 'dismissed', 'none'] as const
export type TransactionState = (typeof transactionStates)[number]

/**
 * Why only the owner may book a line for an order. `unproved`: it was reported in a way that proves too little.
 * `before-order`: it moved before the order was placed (money-before-order.ts). `sent-back`: it went back by another line.
 */
export const leftToOwnerReasons = ['unproved', 'before-order', 'sent-back'] as const
export type LeftToOwnerReason = (typeof leftToOwnerReasons)[number]

/** Why an order is suggested for money that nobody can place; a suggestion has two of them. */
export const suggestionReasons = ['same-amount', 'same-phone', 'like-number', 'soon-after', 'typed-receipt'] as const
export type SuggestionReason = (typeof suggestionReasons)[number]
