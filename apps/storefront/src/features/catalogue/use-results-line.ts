import { useState } from 'react'

/**
 * The results line of the newest answer: `line` is null until that is here. Meanwhile the old line stays, as the old
 * products do, so that nobody is told a number that belongs to another question.
 */
export function useResultsLine(line: string | null): string {
  const [settled, setSettled] = useState(line ?? '')
  if (line !== null && line !== settled) setSettled(line)
  return line ?? settled
}
