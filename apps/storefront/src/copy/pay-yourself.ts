/** Paying the Till or Paybill without a prompt. See docs/behaviour.md#typed-receipts. */
export const payYourselfCopy = {
  title: { till: 'Pay the Till yourself', paybill: 'Pay the Paybill yourself' },
  steps: {
    till: 'On the phone that has M-Pesa: Lipa na M-Pesa, then Buy Goods.',
    paybill: 'On the phone that has M-Pesa: Lipa na M-Pesa, then Paybill.',
  },
  number: { till: 'Till number', paybill: 'Business number' },
  account: 'Account number',
  payee: (name: string) => `M-Pesa shows the name ${name}.`,
  amount: 'Amount',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyRefused: 'Your browser could not copy it. Please type it.',
  code: 'Code from the M-Pesa message',
  codeHint: 'Ten letters and digits. We match it with your order in a few seconds.',
  codeExample: 'SKJ4H7T2QX',
  codeMissing: 'Please enter the code from the M-Pesa message.',
  check: 'Check my payment',
  sending: 'Checking...',
  failed: 'We could not check the code',
  failedText: 'Please check your connection and try again.',
} as const
