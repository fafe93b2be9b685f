/** Why a share is taken back: its network holds too much, or everybody together does. */
export type Excess = 'network' | 'all'

export interface ShareSettings {
  /** How much may be held at once, of everybody and of one network. */
  most: number
  mostOfNetwork: number
  /** Takes back what is needed too, where nothing else is left, from the network that holds the most. */
  endsNeeded?: boolean
}

export interface Share {
  /** Holds `amount` from now on, if that is more than before. */
  growTo(amount: number): void
  /** Whether work has begun that must not be lost; a share that is not needed any more goes after those that wait longer. */
  setNeeded(isNeeded: boolean): void
  /** Gives it back. */
  end(): void
}

export interface Shares {
  /** Takes a share for `network`. `takeBack` is called at most once, perhaps at once; the share has ended by then. */
  take(network: string, amount: number, takeBack: (excess: Excess) => void): Share
  /** What is held now. */
  readonly held: number
}

interface Held extends Share {
  amount: number
  isNeeded: boolean
  takeBack: (excess: Excess) => void
}

interface Holder {
  sum: number
  /** How many of its shares are not needed. */
  spare: number
  /** What is not needed for the longest time comes first. */
  shares: Set<Held>
}

/**
 * Divides what the process has only so much of. When too much is held, the network that holds the most loses its largest
 * share: who floods loses what it floods with, and who asks for little is not noticed.
 */
export function makeShares({ most, mostOfNetwork, endsNeeded = false }: ShareSettings): Shares {
  const holders = new Map<string, Holder>()
  let held = 0

  return {
    get held() {
      return held
    },
    take(network, amount, takeBack) {
      const holder = holders.get(network) ?? { sum: 0, spare: 0, shares: new Set() }
      holders.set(network, holder)
      const share = shareOf(network, holder, takeBack)
      holder.shares.add(share)
      holder.spare++
      share.growTo(amount)
      return share
    },
  }

  function shareOf(network: string, holder: Holder, takeBack: Held['takeBack']): Held {
    const share: Held = {
      amount: 0,
      isNeeded: false,
      takeBack,
      growTo(amount) {
        if (!holder.shares.has(share) || amount <= share.amount) return
        holder.sum += amount - share.amount
        held += amount - share.amount
        share.amount = amount
        takeExcess(share, holder)
      },
      setNeeded(isNeeded) {
        if (share.isNeeded === isNeeded || !holder.shares.delete(share)) return
        share.isNeeded = isNeeded
        holder.spare += isNeeded ? -1 : 1
        holder.shares.add(share)
      },
      end() {
        if (!holder.shares.delete(share)) return
        holder.sum -= share.amount
        held -= share.amount
        if (!share.isNeeded) holder.spare--
        if (holder.shares.size === 0) holders.delete(network)
      },
    }
    return share
  }

  function takeExcess(newest: Held, holder: Holder): void {
    while (holder.sum > mostOfNetwork || held > most) {
      const excess = holder.sum > mostOfNetwork ? 'network' : 'all'
      const victim = excess === 'network' ? largestOf(holder) : victimFor(newest, holder)
      if (!victim) return
      victim.end()
      victim.takeBack(excess)
    }
  }

  function victimFor(newest: Held, holder: Holder): Held | undefined {
    const spare = largestOf(biggest((each) => each.spare > 0))
    if (!endsNeeded || (spare && spare !== newest)) return spare
    const other = biggest((each) => each.sum > holder.sum)
    return other?.shares.values().next().value ?? spare
  }

  function biggest(isMeant: (holder: Holder) => boolean): Holder | undefined {
    let found: Holder | undefined
    for (const holder of holders.values()) if (isMeant(holder) && holder.sum > (found?.sum ?? 0)) found = holder
    return found
  }
}

/** The largest share that is not needed; of equal ones the first. */
function largestOf(holder: Holder | undefined): Held | undefined {
  let largest: Held | undefined
  for (const share of holder?.shares ?? []) {
    if (!share.isNeeded && share.amount > (largest?.amount ?? 0)) largest = share
  }
  return largest
}
