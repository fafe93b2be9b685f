import { CopyButton } from '@marashi/ui/copy-button'
import { commonCopy } from '../../copy/common.ts'
import { notifyError } from '../notify/notify.ts'

/** Copies `text`; `label` names it. A toast says so when the browser refuses to copy. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton
      text={text}
      label={label}
      copiedLabel={commonCopy.copied}
      onRefused={() => notifyError(commonCopy.copyRefused)}
    />
  )
}
