import { formatKsh } from '@marashi/domain/rules/money'

/** The fee of a place on every page. */
export const deliveryCopy = {
  fee: (shillings: number) => (shillings === 0 ? 'Free' : formatKsh(shillings)),
  feeOf: (place: string, shillings: number) => `${place} ${shillings === 0 ? 'free' : formatKsh(shillings)}`,
  feeUntil: (place: string, shillings: number, freeOver: number) =>
    `${place} ${formatKsh(shillings)} (free above ${formatKsh(freeOver)})`,
  except: (fees: string) => `Except: ${fees}.`,
  freeOver: (shillings: number) => `Free above ${formatKsh(shillings)}`,
} as const
