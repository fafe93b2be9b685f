import { useState } from 'react'

/**
 * A value that changes as soon as it is chosen, without waiting for the shop. `save` stores it and says itself what went
 * wrong; after a refusal the stored value is shown again.
 */
export function useAtOnce<Value>(stored: Value, save: (value: Value) => Promise<unknown>) {
  const [chosen, setChosen] = useState<{ value: Value }>()
  async function choose(value: Value): Promise<void> {
    const mine = { value }
    setChosen(mine)
    try {
      await save(value)
    } catch {
      // `save` has said so.
    }
    // After what was stored is drawn; a later choice stays.
    setTimeout(() => setChosen((now) => (now === mine ? undefined : now)))
  }
  return [chosen ? chosen.value : stored, choose] as const
}
