import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Input } from '@marashi/ui/field'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './stock-control.module.css'

const MOST_PIECES = 1_000_000
const LONGEST = '1,000,000'.length

/**
 * A number of pieces, saved when the field is left, also by closing what it stands in, or by Enter; empty is null, and anything
 * else brings the old one back. Only what was typed is saved: the count may have gone down while the field shows another one.
 */
export function PiecesInput({
  label,
  placeholder,
  value,
  onSave,
}: {
  label: string
  placeholder: string
  value: number | null
  onSave: (pieces: number | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const isTyped = useRef(false)
  const shown = value === null ? '' : String(value)
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = shown
  }, [shown])

  function leave(element: HTMLInputElement) {
    if (!isTyped.current) {
      element.value = shown
      return
    }
    isTyped.current = false
    const typed = typedNumber(element.value)
    const pieces = typed === null || isPieces(typed) ? typed : value
    element.value = pieces === null ? '' : String(pieces)
    if (pieces !== value) onSave(pieces)
  }

  const remove = useRef(leave)
  useEffect(() => {
    remove.current = leave
  })
  useEffect(() => {
    const element = input.current
    // A field that is removed, as with its form by Escape or Back, is not left: React calls no `onBlur`.
    return () => {
      if (element && isTyped.current) remove.current(element)
    }
  }, [])

  return (
    <Input
      ref={input}
      aria-label={label}
      className={styles.pieces}
      inputMode="numeric"
      autoComplete="off"
      maxLength={LONGEST}
      placeholder={placeholder}
      defaultValue={shown}
      onInput={() => {
        isTyped.current = true
      }}
      onBlur={(event) => leave(event.target)}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          leave(event.currentTarget)
        }
      }}
    />
  )
}

const isPieces = (typed: number) => Number.isInteger(typed) && typed >= 0 && typed <= MOST_PIECES
