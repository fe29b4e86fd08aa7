import ts from 'typescript'

/** One change of a text: what stands from `start` to `end` is replaced. */
export interface Edit {
  start: number
  end: number
  to: string
}

/** What stands in place of an operator. */
const TURNED: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '&&': '||', '||': '&&' },
  ...{ '===': '!==', '!==': '===' },
}
/** Calls that tidy up, or keep what would be made again. */
const THRIFTY = /(?:unref|close|closeSync|clear\w*|destroy|cancel|debug)$|cache|memo|known/i
/** Calls whose numbers are a look, and options that change nothing where the rest is right. */
const LOOKS = /toFixed|pad|stringify|toString|repeat|setTimeout|^(?:force|suppressErrors|\w*Hide)$/
/** No call comes to the millisecond, and of two that are equal either comes first. */
const UNMET = /_MS\b|Ms\b|\bnow\b|getTime\(|Date\.|\? -?1 :|: -?1$/
/** What the compiler asks for where something is always there. */
const FOR_TYPES = /(?:\]|\)|\.\w+) \?\? (?:''|0|\[\]|\{\}|undefined|-1)$/
/** Larger numbers are limits, which are right by degree. */
const MOST = 3

/** The changes of a node and of all below it; none of types and of what people read. */
export function* editsIn(node: ts.Node): Generator<Edit> {
  const isError = ts.isNewExpression(node) && /Error$/.test(node.expression.getText())
  const isChoice = ts.isConditionalExpression(node)
  const isWords = isChoice && [node.whenTrue, node.whenFalse].every(isProse)
  const isIdle = [ts.isTemplateExpression, ts.isThrowStatement, ts.isTypeNode].some(is => is(node))
  if (isError || isWords || isIdle) return
  yield* editsOf(node)
  const children: ts.Node[] = []
  ts.forEachChild(node, child => void children.push(child))
  for (const child of children) yield* editsIn(child)
}

function isProse(node: ts.Node): boolean {
  return /^['`].*\w \w/.test(node.getText())
}

function editsOf(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) return turn(node)
  if (ts.isExpressionStatement(node)) return leaveOut(node)
  if (ts.isIfStatement(node)) return [...negate(node.expression), ...goOn(node)]
  if (ts.isConditionalExpression(node)) return negate(node.condition)
  if (ts.isNumericLiteral(node)) return count(node)
  if (ts.isCallExpression(node)) return turnOrder(node)
  const isTrue = node.kind === ts.SyntaxKind.TrueKeyword
  if (!isTrue && node.kind !== ts.SyntaxKind.FalseKeyword) return []
  return isLook(node) ? [] : [replace(node, String(!isTrue))]
}

function replace(node: ts.Node, to: string): Edit {
  return { start: node.getStart(), end: node.getEnd(), to }
}

function turn(node: ts.BinaryExpression): Edit[] {
  const { left, operatorToken, right } = node
  const to = TURNED[operatorToken.getText()]
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return FOR_TYPES.test(node.getText()) ? [] : [replace(node, left.getText())]
  const isBoundary = /^[<>]/.test(operatorToken.getText())
  if (to === undefined || (isBoundary && UNMET.test(node.parent.getText()))) return []
  // A mixture of && and || needs brackets.
  const isMixed = /^[&|]/.test(to) && [left, right].some(ts.isBinaryExpression)
  const mixed = `(${left.getText()}) ${to} (${right.getText()})`
  return [isMixed ? replace(node, mixed) : replace(operatorToken, to)]
}

function leaveOut(node: ts.ExpressionStatement): Edit[] {
  const { expression } = node
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  if (!ts.isCallExpression(call) || THRIFTY.test(call.expression.getText())) return []
  const unwaited = call === expression ? [] : [replace(node, `void ${call.getText()}`)]
  return [replace(node, ';'), ...unwaited]
}

/** A comparison is turned by its operator. */
function negate(condition: ts.Expression): Edit[] {
  if (ts.isBinaryExpression(condition)) return []
  const isNegated = ts.isPrefixUnaryExpression(condition)
  return [replace(condition, isNegated ? condition.operand.getText() : `!(${condition.getText()})`)]
}

/** Leaves out an early end, unless that only saves work on nothing or on what is known. */
function goOn({ expression, thenStatement, elseStatement }: ts.IfStatement): Edit[] {
  const [only, ...more] = ts.isBlock(thenStatement) ? thenStatement.statements : [thenStatement]
  const isEnd = only !== undefined && (ts.isReturnStatement(only) || ts.isThrowStatement(only))
  if (!isEnd || more.length > 0 || elseStatement !== undefined) return []
  const asked = expression.getText()
  const given = only.expression?.getText()
  const isSaving = /(?:length|size) === 0$/.test(asked) || (given && asked.startsWith(given))
  return isSaving ? [] : [replace(thenStatement, '{}')]
}

function count(node: ts.NumericLiteral): Edit[] {
  const value = Number(node.text)
  const isFixed = value > MOST || ts.isVariableDeclaration(node.parent)
  const isForTypes = FOR_TYPES.test(node.parent.getText())
  const isUnmet = [node.parent, node.parent.parent].some(one => UNMET.test(one.getText()))
  return isFixed || isForTypes || isUnmet || isLook(node)
    ? []
    : [replace(node, `${value === 0 ? 1 : value - 1}`)]
}

function turnOrder(node: ts.CallExpression): Edit[] {
  if (!/\.(?:sort|toSorted)$/.test(node.expression.getText())) return []
  const [order] = node.arguments
  if (order !== undefined) return [replace(order, `(a, b) => (${order.getText()})(b, a)`)]
  return [{ start: node.getEnd(), end: node.getEnd(), to: '.reverse()' }]
}

function isLook({ parent }: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return LOOKS.test(parent.name.getText())
  return ts.isCallExpression(parent) && LOOKS.test(parent.expression.getText())
}
