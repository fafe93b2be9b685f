import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const confirmedMs = 2_000

/**
 * Copies `text` and shows a tick for two seconds; `label` names what is copied, `copiedLabel` is read out afterwards.
 * Where the browser refuses its clipboard, `onRefused` is called.
 */
export function CopyButton({
  text,
  label,
  copiedLabel,
  word,
  onRefused,
}: {
  text: string
  label: string
  copiedLabel: string
  /** Shown beside the icon, and part of `label`. */
  word?: string
  onRefused?: () => void
}) {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      onRefused?.()
      return
    }
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), confirmedMs)
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        className={buttonClass(word ? { variant: 'outline' } : { variant: 'ghost', isIcon: true })}
        onClick={copy}
      >
        {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        {word && <span>{word}</span>}
      </button>
      <VisuallyHidden>
        <span role="status">{isCopied ? copiedLabel : ''}</span>
      </VisuallyHidden>
    </>
  )
}
