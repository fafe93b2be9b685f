import type { KeyArea } from '@marashi/domain/contracts/api-keys'

const areas: Record<KeyArea, string> = {
  catalogue: 'Catalogue',
  orders: 'Orders',
  payments: 'Payments',
  reviews: 'Reviews',
  customers: 'Customers',
  settings: 'Settings',
}

/** Texts of the keys of the API. */
export const apiKeysCopy = {
  title: 'API keys',
  subtitle: 'Let another program work with the shop: bookkeeping, a courier, a till.',
  docs: 'What the API can do',
  add: 'Create a key',
  list: 'Keys',
  loginHint: 'Please log in to manage API keys',
  none: 'No keys yet',
  noneHint: 'Without a key only you, in your browser, get behind the shop.',
  areas,
  access: { none: 'No access', read: 'Read', write: 'Read and change' },
  states: { live: 'Works', ended: 'Ended', revoked: 'Revoked' },
  created: 'Created',
  lastUsed: 'Last used',
  never: 'Never',
  ends: 'Ends',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: 'Revoke this key?',
  revokeText: (name: string) => `Whatever uses "${name}" is refused from now on. This cannot be undone.`,
  revoking: 'Revoking...',
  revokedToast: 'Key revoked',
  failedRevoke: 'Failed to revoke the key',
  createdToast: 'Key created',
  failedCreate: 'Failed to create the key',
  madeBefore:
    'The key was made before, but its answer was lost and it cannot be shown. Revoke it in the list, then press again to make another.',
  form: {
    title: 'Create a key',
    name: 'Name',
    nameHint: 'Who uses it, so that you know which one to revoke.',
    namePlaceholder: 'e.g., Bookkeeping',
    scopes: 'What it may do',
    scopesHint: 'Give it no more than it needs.',
    end: 'Last day',
    endHint: 'The key is refused after this day. Empty: it has no end.',
    create: 'Create key',
    creating: 'Creating...',
  },
  made: {
    title: 'Copy the key now',
    text: 'It is shown this once; the shop keeps only its fingerprint. Send it as "Authorization: Bearer …".',
    sandbox: 'It works where nothing is money alone: a shop that sells refuses it.',
    copy: 'Copy key',
    done: 'Done',
  },
} as const
