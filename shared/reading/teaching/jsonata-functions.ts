/** JSONata's functions with what they give, for completion. `$eval` is missing, because Callboard refuses it. */

export const jsonataFunctions: Readonly<Record<string, string>> = Object.fromEntries(
  `abs(number): the number without its sign
append(list, list): both lists as one
average(numbers): their mean
base64decode(text): the text behind Base64
base64encode(text): the text in Base64
boolean(value): false for nothing, 0, empty texts and empty lists
ceil(number): rounded up
contains(text, part): whether the text contains the part or matches the pattern
count(list): how many elements it has
decodeUrl(text): without the escapes of an address
decodeUrlComponent(text): without the escapes of a part of an address
distinct(list): each value once
each(object, function): the function's result for each field
encodeUrl(text): with the escapes of an address
encodeUrlComponent(text): with the escapes of a part of an address
error(message): ends the expression with an error
exists(value): whether there is a value
filter(list, function): the elements for which the function gives true
floor(number): rounded down
formatBase(number, base): the number in another base
formatInteger(number, picture): the number as in the picture, such as "000"
formatNumber(number, picture): the number as in the picture, such as "#,##0.00"
fromMillis(milliseconds): the time as a text
join(texts, separator): one text
keys(object): the names of its fields
length(text): its characters
lookup(object, name): the value of the field
lowercase(text): in small letters
map(list, function): the function's result for each element
match(text, pattern): the matches, with index and groups
max(numbers): the largest
merge(objects): one object with all fields
millis(): the time now, in milliseconds since 1970
min(numbers): the smallest
not(value): true for what is false
now(): the time now, as a text
number(value): the number in a text
pad(text, width): with spaces behind it; before it if the width is negative
parseInteger(text, picture): the number in a text of the picture
power(number, exponent): the number to the power of the exponent
random(): a number from 0 to 1
reduce(list, function): one value, from two elements at a time
replace(text, pattern, text): with every match replaced
reverse(list): the last element first
round(number, precision): rounded
shuffle(list): in a random order
sift(object, function): the fields for which the function gives true
single(list, function): the only element for which the function gives true
sort(list, function): sorted; the function says whether its first argument comes later
split(text, separator): the texts between the separators
spread(object): a list with one object for each field
sqrt(number): the square root
string(value): as a text
substring(text, start, length): a part of the text
substringAfter(text, part): the text behind the part
substringBefore(text, part): the text before the part
sum(numbers): all of them together
toMillis(text): the time in milliseconds since 1970
trim(text): without spaces around it
type(value): such as "string", "number", "array" or "null"
uppercase(text): in capital letters
zip(list, list): lists of the elements at the same place`
    .split("\n")
    .map(line => {
      const [name = "", about = ""] = line.split(/(?<=^[^(]*)(?=\()/);
      return [`$${name}`, about];
    }),
);
