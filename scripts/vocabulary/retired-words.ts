/** A word that this code does not use, and the field's own word for it. */
export interface RetiredWord {
  /** One word, in lower case, as it stands between capitals, hyphens and underscores of a name. */
  word: string
  use: string
  /** Names that hold the word in its ordinary sense. */
  except?: RegExp
}

/** Words that no name and no comment uses. */
export const retiredEverywhere: readonly RetiredWord[] = [
  ...['door', 'doors'].map((word) => ({ word, use: 'transport, route' })),
  { word: 'trespass', use: 'violation' },
  ...['verdict', 'verdicts'].map((word) => ({ word, use: 'moderation decision, result' })),
  ...['errand', 'errands'].map((word) => ({ word, use: 'pending action' })),
  ...['tally', 'tallies', 'tallied'].map((word) => ({ word, use: 'counter, total' })),
  { word: 'doomed', use: 'marked for deletion' },
  // A field of Stripe's disputes.
  { word: 'evidence', use: 'payment outcome, payload', except: /^evidence_details$/ },
  { word: 'opinion', use: 'reported by the user' },
  ...['flaw', 'flaws'].map((word) => ({ word, use: 'mismatch' })),
  ...['shelf', 'shelves'].map((word) => ({ word, use: 'category, product fixtures, object store' })),
  { word: 'witness', use: 'recorder' },
  ...['complaint', 'complaints'].map((word) => ({ word, use: 'UsageError' })),
  ...['mend', 'mends', 'mended', 'mending'].map((word) => ({ word, use: 'fix, reschedule' })),
  ...['desk', 'office'].map((word) => ({ word, use: 'admin, test harness' })),
  ...['mirror', 'mirrors', 'mirrored'].map((word) => ({ word, use: 'sync, copy' })),
  ...['pace', 'paced'].map((word) => ({ word, use: 'rate limit, interval' })),
]

/** Words that no name uses; a comment may, in their plain sense. */
export const retiredInNames: readonly RetiredWord[] = [
  ...['room', 'rooms'].map((word) => ({ word, use: 'zone' })),
  { word: 'house', use: 'repository' },
  ...['tell', 'tells', 'told'].map((word) => ({ word, use: 'notify, payload, reported' })),
  ...['say', 'says'].map((word) => ({ word, use: 'log' })),
  ...['forget', 'forgets', 'forgetful'].map((word) => ({ word, use: 'clear, purge, invalidate' })),
  ...['news'].map((word) => ({ word, use: 'changes, invalidation' })),
  ...['develop', 'develops', 'lab', 'photolab'].map((word) => ({ word, use: 'process image, image worker' })),
  { word: 'wall', use: 'canvas' },
  ...['sentence', 'sentences'].map((word) => ({ word, use: 'message' })),
  // A till number is M-Pesa's own name for the number of a shop that takes Buy Goods payments.
  { word: 'till', use: 'test harness', except: /^(MPESA_TILL|tillNumber)$/ },
  ...['stage', 'books', 'ground', 'play'].map((word) => ({
    word,
    use: 'environment, database state, fixture, scenario',
  })),
]

/** Names of several words that are retired although each word is not. */
export const retiredNames: ReadonlyMap<string, string> = new Map([
  ['takeout', 'removeItem'],
  ['putback', 'restoreItem'],
  ['letgoof', 'clearOrdered'],
  ['ourfault', 'INTERNAL_ERROR'],
  ['settledrow', 'LockedPayment'],
  ['byhand', 'manual'],
  ['isbyhand', 'isManual'],
])
