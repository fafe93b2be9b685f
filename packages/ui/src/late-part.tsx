import { type ComponentType, useEffect, useState } from 'react'

export type MissingPartProps = {
  isRetrying: boolean
  /** How often the code could not be loaded. */
  failures: number
  onRetry: () => void
}

type LateParts = {
  /** Shown until the code is loaded. */
  Waiting?: ComponentType
  /** Shown where the code cannot be loaded. */
  Missing: ComponentType<MissingPartProps>
}

/** `preload` loads the code ahead of time; it never rejects. */
export type LatePart<Props> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A component whose code is loaded when it is first shown. After a failure it loads again on demand and when the
 * connection returns. It throws nothing, so the page around it stays.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: LateParts,
): LatePart<Props> {
  let Part: ComponentType<Props> | undefined
  let failures = 0
  let fetching: Promise<void> | undefined

  async function fetchPart() {
    try {
      Part = await load()
    } catch {
      failures += 1
    }
    fetching = undefined
  }

  async function preload() {
    if (Part) return
    fetching ??= fetchPart()
    await fetching
  }

  function LatePart(props: Props) {
    const [attempt, setAttempt] = useState({ isFetching: false })

    async function fetchNow() {
      setAttempt({ isFetching: true })
      // A request in progress may have started before the connection came back.
      await fetching
      await preload()
      setAttempt({ isFetching: false })
    }

    useEffect(() => {
      if (Part) return
      void fetchNow()
      addEventListener('online', fetchNow)
      return () => removeEventListener('online', fetchNow)
    }, [])

    if (Part) return <Part {...props} />
    if (failures > 0) return <Missing isRetrying={attempt.isFetching} failures={failures} onRetry={fetchNow} />
    return Waiting ? <Waiting /> : null
  }

  return Object.assign(LatePart, { preload })
}
