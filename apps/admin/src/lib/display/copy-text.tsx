import { CopyButton } from '@marashi/ui/copy-button'
import { toast } from '@marashi/ui/toast'
import { commonCopy } from '../../copy/common.ts'

/** Copies `text`; `label` names it. A toast says so when the browser refuses to copy. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton
      text={text}
      label={label}
      copiedLabel={commonCopy.copied}
      onRefused={() => toast({ variant: 'destructive', title: commonCopy.error, description: commonCopy.copyRefused })}
    />
  )
}
