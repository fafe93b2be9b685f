/** How a push can end, with the words that Daraja's documents and its users report for each code. */
const descriptions = new Map(
  Object.entries({
    '0': 'The service request is processed successfully.',
    '1': 'The balance is insufficient for the transaction.',
    '2': 'Declined due to limit rule: less than the minimum transaction amount.',
    '3': 'Declined due to limit rule: greater than the maximum transaction amount.',
    '4': 'Declined due to limit rule: would exceed daily transfer limit.',
    '8': 'Declined due to limit rule: would exceed the maximum balance.',
    '17': 'Internal failure',
    '26': 'Traffic blocking condition in place',
    '1001': 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    '1019': 'Transaction has expired',
    '1025': 'An error occurred while sending a push request',
    '1032': 'Request cancelled by user',
    '1037': 'DS timeout user cannot be reached',
    '2001': 'The initiator information is invalid.',
    '2028': 'The request is not permitted according to product assignment',
    '4999': 'The transaction is still under processing',
    '8006': 'The security credential is locked.',
    '9999': 'An error occurred while sending a push request',
    SFC_IC0003: 'The operator does not exist.',
  }),
)

/** Codes that end a push; 4999 is an answer of the status query alone. */
export const finalCodes: readonly string[] = [...descriptions.keys()].filter((code) => code !== '4999')

export function describeResult(code: string): string {
  return descriptions.get(code) ?? 'The transaction failed'
}
