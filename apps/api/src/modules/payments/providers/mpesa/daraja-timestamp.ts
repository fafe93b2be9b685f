const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000 // UTC+3, no daylight saving

/** `YYYYMMDDHHmmss` in Nairobi, as Daraja wants it (facts/mpesa C2). */
export function nairobiTimestamp(instant: Date): string {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
