import { type ComponentType, useEffect, useState } from 'react'

export type MissingPartProps = { isRetrying: boolean; onRetry: () => void }

type LateParts = {
  /** Until the code is there. */
  Waiting?: ComponentType
  /** Where the code cannot be fetched. */
  Missing: ComponentType<MissingPartProps>
}

/** `preload` fetches the code ahead of time; it never rejects. */
export type LatePart<Props> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A component whose code is fetched when it is first shown. Code that cannot be fetched is asked for again on demand
 * and when the connection returns; nothing is thrown, so the page around it stays.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: LateParts,
): LatePart<Props> {
  let Part: ComponentType<Props> | undefined
  let isMissing = false
  let fetching: Promise<void> | undefined

  async function fetchPart() {
    try {
      Part = await load()
    } catch {
      isMissing = true
    }
    fetching = undefined
  }

  async function preload() {
    if (Part) return
    fetching ??= fetchPart()
    await fetching
  }

  function LatePart(props: Props) {
    const [isFetching, setIsFetching] = useState(false)

    async function fetchNow() {
      setIsFetching(true)
      // What was under way may have begun before the connection came back.
      await fetching
      await preload()
      setIsFetching(false)
    }

    useEffect(() => {
      if (Part) return
      void fetchNow()
      addEventListener('online', fetchNow)
      return () => removeEventListener('online', fetchNow)
    }, [])

    if (Part) return <Part {...props} />
    if (isMissing) return <Missing isRetrying={isFetching} onRetry={fetchNow} />
    return Waiting ? <Waiting /> : null
  }

  return Object.assign(LatePart, { preload })
}
