import { useEffect } from 'react'
import { replayEarlyPresses } from '../../boot/early-presses.ts'

/** Once the page listens, carries out what was pressed before. */
export function useEarlyPresses(): void {
  useEffect(replayEarlyPresses, [])
}
