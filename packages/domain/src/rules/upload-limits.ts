/**
 * How large a file of the administrator may be and how long it may take: the form refuses a larger one before it is sent, the
 * server as it arrives. See docs/behaviour.md#limits and docs/behaviour.md#constants.
 */

const MEBIBYTE = 1024 * 1024

export const maxPictureBytes = 5 * MEBIBYTE
/** About 50,000 lines. */
export const maxStatementBytes = 10 * MEBIBYTE
export const uploadTimeoutMs = 60_000
