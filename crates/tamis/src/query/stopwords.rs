//! Words of a task that say nothing about the code: English function words and the furniture of issue reports.

/// Sorted, for binary search. Stems are not taken: these are words as people write them.
const STOPWORDS: &[&str] = &[
    "a", "able", "about", "actual", "actually", "add", "added", "adding", "adds", "after", "again", "all", "allow",
    "allowed", "allows", "already", "also", "although", "always", "am", "an", "and", "another", "any", "anyone",
    "anything", "appear", "appears", "are", "as", "ask", "at", "back", "be", "because", "been", "before", "behavior",
    "behaviour", "being", "below", "between", "both", "bug", "bugs", "but", "by", "can", "cannot", "cant", "case", "cases",
    "cause", "caused", "causes", "causing", "cc", "change", "changed", "changes", "com", "could", "couldn", "currently",
    "describe", "description", "did", "didn", "different", "do", "does", "doesn", "doing", "don", "done", "dont", "due",
    "each", "easy", "either", "else", "etc", "even", "every", "exact", "exactly", "expect", "expected", "fact", "feature",
    "few", "find", "fine", "first", "fix", "fixed", "fixes", "fixing", "following", "for", "found", "from", "full",
    "further", "get", "gets", "getting", "give", "given", "gives", "go", "good", "got", "had", "happen", "happened",
    "happening", "happens", "has", "hasn", "have", "having", "he", "hello", "help", "here", "hi", "his", "how", "however",
    "http", "https", "i", "if", "implement", "implemented", "implementing", "improve", "in", "instead", "into", "is", "isn",
    "issue", "issues", "it", "its", "itself", "just", "know", "latest", "least", "less", "let", "like", "likely", "ll",
    "look", "looking", "looks", "lot", "made", "make", "makes", "making", "many", "may", "maybe", "me", "might", "mine",
    "more", "most", "much", "must", "my", "need", "needed", "needs", "never", "new", "no", "none", "nor", "not", "nothing",
    "now", "occur", "occurs", "of", "off", "often", "ok", "on", "once", "one", "only", "onto", "or", "org", "other",
    "otherwise", "our", "out", "over", "own", "perhaps", "please", "possible", "pr", "probably", "problem", "problems",
    "produce", "produces", "proposal", "propose", "provide", "provided", "provides", "put", "question", "quite", "rather",
    "re", "really", "reason", "refactor", "relevant", "report", "reported", "reproduce", "reproduction", "request", "result", "results", "right",
    "run", "running", "same", "say", "says", "screenshot", "see", "seem", "seems", "seen", "several", "shall", "she",
    "should", "shouldn", "show", "shown", "shows", "similar", "simple", "simply", "since", "so", "solution", "some",
    "someone", "something", "sometimes", "still", "step", "steps", "such", "suggest", "suggestion", "sure", "take",
    "takes", "tell", "than", "thank", "thanks", "that", "the", "their", "them", "then", "there", "therefore", "these",
    "they", "thing", "things", "think", "this", "those", "though", "through", "thus", "to", "together", "too", "tried",
    "tries", "try", "trying", "two", "under", "unable", "unless", "unlike", "until", "up", "upon", "us", "use", "used",
    "useful", "uses", "using", "usually", "ve", "very", "via", "want", "wants", "was", "wasn", "way", "we", "well", "were",
    "what", "whatever", "when", "where", "whereas", "whether", "which", "while", "who", "whole", "why", "will", "wish",
    "with", "within", "without", "won", "work", "worked", "working", "works", "would", "wouldn", "wrong", "www", "yes",
    "yet", "you", "your",
];

/// Whether a lower-case word carries no need of its own.
pub fn is_stopword(word: &str) -> bool {
    STOPWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::STOPWORDS;

    #[test]
    fn sorted_without_doubles() {
        assert!(STOPWORDS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
