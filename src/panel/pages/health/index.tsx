export default function HealthPage() {
  return null
}
