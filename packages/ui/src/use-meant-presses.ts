import { type RefObject, useEffect, useRef, useState } from 'react'

/** In this time a person sees what has appeared and stops a thumb that is on its way elsewhere. */
const reactionMs = 400

/** A finger always tells when it goes; a mouse that is let go outside of the window does not. */
const longestClickMs = 1_000

/** When the last press of a finger or a mouse ended, or will have at the latest, by `performance.now()`. */
export type LastPress = RefObject<number>

/** Call it in what stays, so that it also knows of the press during which something appears. */
export function useLastPress(): LastPress {
  const lastPress = useRef(-Infinity)
  useEffect(() => {
    function press({ pointerType }: PointerEvent) {
      lastPress.current = pointerType === 'touch' ? Infinity : performance.now() + longestClickMs
    }
    function release() {
      lastPress.current = performance.now()
    }
    addEventListener('pointerdown', press, true)
    addEventListener('pointerup', release, true)
    addEventListener('pointercancel', release, true)
    return () => {
      removeEventListener('pointerdown', press, true)
      removeEventListener('pointerup', release, true)
      removeEventListener('pointercancel', release, true)
    }
  }, [])
  return lastPress
}

/**
 * Whether a press on the calling part can be meant for it: not before it has been there, with no press on its way, for long
 * enough to be seen.
 */
export function useMeantPresses(lastPress: LastPress): boolean {
  const [isMeant, setIsMeant] = useState(false)
  useEffect(() => {
    const appeared = performance.now()
    let timer = setTimeout(look, reactionMs)
    function look() {
      const waitMs = Math.max(appeared, lastPress.current) + reactionMs - performance.now()
      if (waitMs <= 0) setIsMeant(true)
      // A press may end before it must.
      else timer = setTimeout(look, Math.min(waitMs, reactionMs))
    }
    return () => clearTimeout(timer)
  }, [lastPress])
  return isMeant
}
