import { toast } from '@marashi/ui/toast'
import { silentNetworkCopy } from '../copy/silent-network.ts'

/** Says that no answer comes, and leaves the page as it is; returns the function that takes the message away. */
export function reportSilence(onRetry: () => void): () => void {
  return toast({
    title: silentNetworkCopy.title,
    description: silentNetworkCopy.text,
    variant: 'destructive',
    isLasting: true,
    action: { label: silentNetworkCopy.retry, altText: silentNetworkCopy.retryAlt, onAction: onRetry },
  })
}
