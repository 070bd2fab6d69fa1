"""The formulas of the procedures in TeX, by the line of the docstring that has them as text.

A line of a docstring that is not here has no page: if a formula changes, its TeX has to change with it.
"""

FORMULAS = {
    # bayes_agreement
    "Δ = c ± τR, half to each side          P(|Δ - c| <= r) = 1 - (1 - r/R)^(n + 1)": (
        r"\Delta = c \pm \tau R \text{, half to each side}"
        r" \qquad P(|\Delta - c| \le r) = 1 - \left(1 - \frac{r}{R}\right)^{n+1}"
    ),
    # bayes_anova
    "unstructured: any covariance Σ, p(Σ) ∝ |Σ|^(-(p+1)/2):    γ | z ~ t(b - p, γ̄, SSP/(b (b - p)))": (
        r"\text{unstructured: any covariance } \Sigma,\ p(\Sigma) \propto |\Sigma|^{-(p+1)/2}: \quad"
        r" \gamma \mid z \sim t\left(b - p,\ \bar\gamma,\ \frac{\mathrm{SSP}}{b(b - p)}\right)"
    ),
    "spherical:    Σ = σ² I, p(σ) ∝ 1/σ:                        γ | z ~ t(p (b - 1), γ̄, MS_residual/b · I)": (
        r"\text{spherical: } \Sigma = \sigma^2 I,\ p(\sigma) \propto \frac{1}{\sigma}: \quad"
        r" \gamma \mid z \sim t\left(p(b - 1),\ \bar\gamma,\ \frac{\mathrm{MS}_\text{residual}}{b}\, I\right)"
    ),
    # bayes_bootstrap
    "Δ = Σ w_j d_j,   w ~ Dirichlet(1, …, 1)": (
        r"\Delta = \sum_j w_j d_j, \qquad w \sim \mathrm{Dirichlet}(1, \ldots, 1)"
    ),
    # bayes_clustered_t
    "Δ | d  ~  Student-t(C - 1, m, SE²)          SE² = C/(C - 1) · Σ_c (Σ_{i in c} (d_i - m))² / n²": (
        r"\Delta \mid d \sim \text{Student-}t\left(C - 1,\ m,\ \mathrm{SE}^2\right) \qquad"
        r" \mathrm{SE}^2 = \frac{C}{C - 1} \cdot \frac{1}{n^2} \sum_c \left(\sum_{i \in c} (d_i - m)\right)^2"
    ),
    # bayes_correlated_t
    "Δ | d  ~  Student-t(n - 1, m, s² (1/n + ρ/(1 - ρ)))          ρ = n_test/(n_test + n_train)": (
        r"\Delta \mid d \sim \text{Student-}t\left(n - 1,\ m,\ s^2 \left(\frac{1}{n} + \frac{\rho}{1 - \rho}\right)\right)"
        r" \qquad \rho = \frac{n_\text{test}}{n_\text{test} + n_\text{train}}"
    ),
    # bayes_crossed
    "μ | variances, d  ~  Normal(d̄, (λ_a + λ_b - v_ε)/(JK))": (
        r"\mu \mid \text{variances}, d \sim \mathrm{Normal}\left(\bar d,\ "
        r" \frac{\lambda_a + \lambda_b - v_\varepsilon}{JK}\right)"
    ),
    "λ_a ~ SS_a/χ²(J-1),   λ_b ~ SS_b/χ²(K-1),   v_ε ~ SS_ε/χ²((J-1)(K-1)),   restricted to λ_a, λ_b > v_ε": (
        r"\lambda_a \sim \frac{\mathrm{SS}_a}{\chi^2_{J-1}}, \quad \lambda_b \sim \frac{\mathrm{SS}_b}{\chi^2_{K-1}}, \quad"
        r" v_\varepsilon \sim \frac{\mathrm{SS}_\varepsilon}{\chi^2_{(J-1)(K-1)}},"
        r" \quad \text{restricted to } \lambda_a, \lambda_b > v_\varepsilon"
    ),
    # bayes_hierarchical_mcnemar
    (
        "n10_i ~ Binomial(n01_i + n10_i, φ_i),   φ_i ~ Beta(a, b),   p(a, b) ∝ (a + b)^(-5/2),   "
        "first better where φ > 1/2"
    ): (
        r"n_{10,i} \sim \mathrm{Binomial}(n_{01,i} + n_{10,i},\ \varphi_i), \quad \varphi_i \sim \mathrm{Beta}(a, b), \quad"
        r" p(a, b) \propto (a + b)^{-5/2}, \quad \text{first better where } \varphi > \frac{1}{2}"
    ),
    # bayes_hierarchical_t
    "x_i ~ MVN(1 δ_i, σ_i² M_ρ),   δ_i ~ Student-t(ν, δ0, σ0),   σ_i, δ0, σ0 uniform,   ν - 1 ~ Gamma(α, β)": (
        r"x_i \sim \mathrm{MVN}(\mathbf{1}\, \delta_i,\ \sigma_i^2 M_\rho), \quad"
        r" \delta_i \sim \text{Student-}t(\nu, \delta_0, \sigma_0), \quad \sigma_i, \delta_0, \sigma_0 \text{ uniform}, \quad"
        r" \nu - 1 \sim \mathrm{Gamma}(\alpha, \beta)"
    ),
    # bayes_joint
    "α_i ~ N(0, τ²),    τ ~ half-Cauchy(sd of the scores within tasks)": (
        r"\alpha_i \sim N(0, \tau^2), \qquad \tau \sim \text{half-Cauchy}(\text{sd of the scores within tasks})"
    ),
    # bayes_mcnemar
    "φ = θ10/(θ01 + θ10)  ~  Beta(α10 + n10, α01 + n01),      first is better where φ > 1/2.": (
        r"\varphi = \frac{\theta_{10}}{\theta_{01} + \theta_{10}} \sim \mathrm{Beta}(\alpha_{10} + n_{10},"
        r" \alpha_{01} + n_{01}), \qquad \text{first is better where } \varphi > \frac{1}{2}"
    ),
    # bayes_plackett_luce
    "P(order) = ∏_k exp(θ_(k)) / Σ_{l ≥ k} exp(θ_(l)),    θ_i ~ N(0, τ²),    τ ~ half-Student(4 df, scale 1)": (
        r"P(\text{order}) = \prod_k \frac{\exp \theta_{(k)}}{\sum_{l \ge k} \exp \theta_{(l)}}, \qquad"
        r" \theta_i \sim N(0, \tau^2), \qquad \tau \sim \text{half-Student}(4 \text{ df, scale } 1)"
    ),
    # bayes_poisson_binomial
    "p_i = P(φ_i > 1/2),  φ_i ~ Beta(1 + n10, 1 + n01)                        0/1 scores, as in `bayes_mcnemar`": (
        r"p_i = P\left(\varphi_i > \frac{1}{2}\right), \quad \varphi_i \sim \mathrm{Beta}(1 + n_{10}, 1 + n_{01})"
        r" \qquad \text{0/1 scores, as in the Bayesian McNemar test}"
    ),
    "p_i = P(δ_i > 0),    δ_i ~ Student-t(n - 1, m, s²(1/n + ρ/(1 - ρ)))      others; ρ = 0 unless the scores are folds": (
        r"p_i = P(\delta_i > 0), \quad \delta_i \sim \text{Student-}t\left(n - 1,\ m,\ "
        r" s^2 \left(\frac{1}{n} + \frac{\rho}{1 - \rho}\right)\right)"
        r" \qquad \text{others; } \rho = 0 \text{ unless the scores are folds}"
    ),
    # bayes_robust_t
    "d_j ~ Student-t(ν, Δ, σ),   p(Δ) flat,   p(σ) ∝ 1/σ on [s/1000, 1000 s],   ν ~ Gamma(2, rate 0.1), ν ≥ 1": (
        r"d_j \sim \text{Student-}t(\nu, \Delta, \sigma), \quad p(\Delta) \text{ flat}, \quad p(\sigma) \propto"
        r" \frac{1}{\sigma} \text{ on } \left[\frac{s}{1000}, 1000\, s\right], \quad"
        r" \nu \sim \mathrm{Gamma}(2, \text{rate } 0.1),\ \nu \ge 1"
    ),
    # bayes_sign
    "(θ_first, θ_equivalent, θ_second)  ~  Dirichlet(n_first, n_equivalent + s, n_second)": (
        r"(\theta_\text{first}, \theta_\text{equivalent}, \theta_\text{second}) \sim \mathrm{Dirichlet}"
        r"(n_\text{first},\ n_\text{equivalent} + s,\ n_\text{second})"
    ),
    # bayes_signed_rank
    "θ_first = Σ_ij w_i w_j 1[z_i + z_j > 2·high],       θ_second = Σ_ij w_i w_j 1[z_i + z_j < 2·low]": (
        r"\theta_\text{first} = \sum_{ij} w_i w_j\, \mathbf{1}[z_i + z_j > 2 \cdot \text{high}], \qquad"
        r" \theta_\text{second} = \sum_{ij} w_i w_j\, \mathbf{1}[z_i + z_j < 2 \cdot \text{low}]"
    ),
    # bayes_t
    "Δ | d  ~  Student-t(n - 1, m, s²/n)          m: mean of the d_j, s: their standard deviation": (
        r"\Delta \mid d \sim \text{Student-}t\left(n - 1,\ m,\ \frac{s^2}{n}\right)"
        r" \qquad m \text{: mean of the } d_j,\ s \text{: their standard deviation}"
    ),
    "Δ | d  ~  Student-t(2a + n, (μ0/k0 + n m)/κ, B/((a + n/2) κ)),      κ = 1/k0 + n,": (
        r"\Delta \mid d \sim \text{Student-}t\left(2a + n,\ \frac{\mu_0/k_0 + n m}{\kappa},\ "
        r" \frac{B}{(a + n/2)\, \kappa}\right), \qquad \kappa = \frac{1}{k_0} + n,"
    ),
    "B = b + (n - 1)s²/2 + n (m - μ0)²/(2 k0 κ)": (
        r"B = b + \frac{(n - 1) s^2}{2} + \frac{n (m - \mu_0)^2}{2 k_0 \kappa}"
    ),
    # bayes_welch
    "μ1 - μ2 | scores  ~  m1 - m2 + (s1/√n1) T1 - (s2/√n2) T2,          T_i ~ Student-t(n_i - 1), independent": (
        r"\mu_1 - \mu_2 \mid \text{scores} \sim m_1 - m_2 + \frac{s_1}{\sqrt{n_1}} T_1 - \frac{s_2}{\sqrt{n_2}} T_2,"
        r" \qquad T_i \sim \text{Student-}t(n_i - 1) \text{, independent}"
    ),
    # anova
    "F = MS_models / MS_residual  ~  F(a - 1, (a - 1)(b - 1)),          σ_β² = (MS_units - MS_residual)/a, at least 0": (
        r"F = \frac{\mathrm{MS}_\text{models}}{\mathrm{MS}_\text{residual}} \sim F(a - 1,\ (a - 1)(b - 1)), \qquad"
        r" \sigma_\beta^2 = \frac{\mathrm{MS}_\text{units} - \mathrm{MS}_\text{residual}}{a} \text{, at least } 0"
    ),
    "F'' = (MS_models + MS_residual) / (MS_models x sets + MS_models x cases)": (
        r"F'' = \frac{\mathrm{MS}_\text{models} + \mathrm{MS}_\text{residual}}"
        r"{\mathrm{MS}_{\text{models} \times \text{sets}} + \mathrm{MS}_{\text{models} \times \text{cases}}}"
    ),
    # bootstrap
    "quantile Φ(z₀ + (z₀ + z)/(1 - a(z₀ + z)))   in place of   Φ(z)": (
        r"\text{quantile } \Phi\left(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}\right) \text{ in place of } \Phi(z)"
    ),
    # clustered_t
    "t = m / SE  ~  Student-t(C - 1), nearly          SE² = C/(C - 1) · Σ_c (Σ_{i in c} (d_i - m))² / n²": (
        r"t = \frac{m}{\mathrm{SE}} \sim \text{Student-}t(C - 1) \text{, nearly} \qquad"
        r" \mathrm{SE}^2 = \frac{C}{C - 1} \cdot \frac{1}{n^2} \sum_c \left(\sum_{i \in c} (d_i - m)\right)^2"
    ),
    # cochran_q
    "Q = (k - 1)/k · Σ_j (C_j - C)² / Σ_i r_i (1 - r_i)  ~  χ²(k - 1)          C = mean of the C_j": (
        r"Q = \frac{k - 1}{k} \cdot \frac{\sum_j (C_j - C)^2}{\sum_i r_i (1 - r_i)} \sim \chi^2_{k - 1}"
        r" \qquad C = \text{mean of the } C_j"
    ),
    # correlated_t
    ("t = m / (s √(1/n + ρ/(1 - ρ)))  ~  Student-t(n - 1)          ρ = n_test/(n_test + n_train), 1/k for k folds"): (
        r"t = \frac{m}{s \sqrt{\frac{1}{n} + \frac{\rho}{1 - \rho}}} \sim \text{Student-}t(n - 1) \qquad"
        r" \rho = \frac{n_\text{test}}{n_\text{test} + n_\text{train}} \text{, } \frac{1}{k} \text{ for } k \text{ folds}"
    ),
    # delong
    (
        "z = (AUROC₁ - AUROC₂) / SE  ~  N(0, 1),   "
        "SE² = var(differences of placements of the positives)/n₊ + …negatives/n₋"
    ): (
        r"z = \frac{\mathrm{AUROC}_1 - \mathrm{AUROC}_2}{\mathrm{SE}} \sim N(0, 1), \qquad \mathrm{SE}^2 ="
        r" \frac{\mathrm{var}(D_+)}{n_+} + \frac{\mathrm{var}(D_-)}{n_-}"
        r" \qquad D_\pm \text{: differences of placements of the positives, the negatives}"
    ),
    # f_5x2cv
    "f = Σ_ij p_ij² / (2 Σ_i s_i²)  ~  F(10, 5), nearly          s_i² = (p_i1 - p_i2)²/2": (
        r"f = \frac{\sum_{ij} p_{ij}^2}{2 \sum_i s_i^2} \sim F(10, 5) \text{, nearly}"
        r" \qquad s_i^2 = \frac{(p_{i1} - p_{i2})^2}{2}"
    ),
    # friedman
    "χ² = (k - 1) n² Σ_j (R_j - (k + 1)/2)² / Σ_ij (r_ij - (k + 1)/2)²  ~  χ²(k - 1),    F = (n - 1)χ²/(n(k - 1) - χ²)": (
        r"\chi^2 = \frac{(k - 1)\, n^2 \sum_j \left(R_j - \frac{k + 1}{2}\right)^2}"
        r"{\sum_{ij} \left(r_{ij} - \frac{k + 1}{2}\right)^2} \sim \chi^2_{k - 1}, \qquad"
        r" F = \frac{(n - 1) \chi^2}{n (k - 1) - \chi^2}"
    ),
    # mcnemar
    "n10 ~ Binomial(n01 + n10, 1/2),  or nearly   χ² = max(|n10 - n01| - 1, 0)² / (n01 + n10)  ~  χ²₁": (
        r"n_{10} \sim \mathrm{Binomial}\left(n_{01} + n_{10}, \frac{1}{2}\right) \text{, or nearly} \quad"
        r" \chi^2 = \frac{\max(|n_{10} - n_{01}| - 1,\ 0)^2}{n_{01} + n_{10}} \sim \chi^2_1"
    ),
    # model_confidence_set
    "T_R = max_{i,j ∈ M} |d_ij| / se(d_ij)          or          T_max = max_{i ∈ M} -d_i / se(d_i)": (
        r"T_R = \max_{i, j \in M} \frac{|d_{ij}|}{\mathrm{se}(d_{ij})} \qquad \text{or} \qquad"
        r" T_{\max} = \max_{i \in M} \frac{-d_i}{\mathrm{se}(d_i)}"
    ),
    # nemenyi
    "|R_i - R_j| > CD = q √(k(k + 1)/(12 n))          for any pair, with probability 1 - level": (
        r"|R_i - R_j| > \mathrm{CD} = q \sqrt{\frac{k (k + 1)}{12\, n}}"
        r" \qquad \text{for any pair, with probability } 1 - \text{level}"
    ),
    # paired_t
    "t = m / (s/√n)  ~  Student-t(n - 1)          m: mean of the differences, s: their standard deviation": (
        r"t = \frac{m}{s / \sqrt{n}} \sim \text{Student-}t(n - 1)"
        r" \qquad m \text{: mean of the differences, } s \text{: their standard deviation}"
    ),
    # pairwise_wilcoxon
    "adjusted p_(i) = max over j ≤ i of min(1, (m - j + 1) p_(j))": (
        r"\text{adjusted } p_{(i)} = \max_{j \le i}\ \min\left(1,\ (m - j + 1)\, p_{(j)}\right)"
    ),
    # permutation
    "p = (1 + flips with a mean at least as extreme) / (1 + flips)          the data themselves are the 1": (
        r"p = \frac{1 + \text{flips with a mean at least as extreme}}{1 + \text{flips}}"
        r" \qquad \text{the data themselves are the } 1"
    ),
    # quasi_f
    "F'' = (MS_μ + MS_ε)/(MS_a + MS_b)  ~  F(ν₁, ν₂), nearly": (
        r"F'' = \frac{\mathrm{MS}_\mu + \mathrm{MS}_\varepsilon}{\mathrm{MS}_a + \mathrm{MS}_b}"
        r" \sim F(\nu_1, \nu_2) \text{, nearly}"
    ),
    "ν₁ = (MS_μ + MS_ε)²/(MS_μ² + MS_ε²/((J-1)(K-1)))          ν₂ = (MS_a + MS_b)²/(MS_a²/(J-1) + MS_b²/(K-1))": (
        r"\nu_1 = \frac{(\mathrm{MS}_\mu + \mathrm{MS}_\varepsilon)^2}"
        r"{\mathrm{MS}_\mu^2 + \frac{\mathrm{MS}_\varepsilon^2}{(J-1)(K-1)}} \qquad"
        r" \nu_2 = \frac{(\mathrm{MS}_a + \mathrm{MS}_b)^2}{\frac{\mathrm{MS}_a^2}{J-1} + \frac{\mathrm{MS}_b^2}{K-1}}"
    ),
    # sign
    "wins  ~  Binomial(wins + losses, 1/2)": (
        r"\text{wins} \sim \mathrm{Binomial}\left(\text{wins} + \text{losses},\ \frac{1}{2}\right)"
    ),
    # t_5x2cv
    "t = p_11 / √(Σ_i s_i² / 5)  ~  Student-t(5), nearly          s_i² = (p_i1 - p_i2)²/2": (
        r"t = \frac{p_{11}}{\sqrt{\frac{1}{5} \sum_i s_i^2}} \sim \text{Student-}t(5) \text{, nearly}"
        r" \qquad s_i^2 = \frac{(p_{i1} - p_{i2})^2}{2}"
    ),
    # tost
    "t = min(m - low, high - m) / (s/√n),    p = P(T > t),  T ~ Student-t(n - 1)": (
        r"t = \frac{\min(m - \text{low},\ \text{high} - m)}{s / \sqrt{n}}, \qquad p = P(T > t),"
        r" \quad T \sim \text{Student-}t(n - 1)"
    ),
    # welch_t
    (
        "t = (m1 - m2) / √(v1 + v2)  ~  Student-t(ν)          "
        "v_i = s_i²/n_i,   ν = (v1 + v2)² / (v1²/(n1-1) + v2²/(n2-1))"
    ): (
        r"t = \frac{m_1 - m_2}{\sqrt{v_1 + v_2}} \sim \text{Student-}t(\nu) \qquad v_i = \frac{s_i^2}{n_i}, \quad"
        r" \nu = \frac{(v_1 + v_2)^2}{\frac{v_1^2}{n_1 - 1} + \frac{v_2^2}{n_2 - 1}}"
    ),
    # westfall_young
    "p_j = share of flips in which the largest |t| of the pairs j … m is at least pair j's": (
        r"p_j = \text{share of flips in which the largest } |t| \text{ of the pairs } j \ldots m"
        r" \text{ is at least that of pair } j"
    ),
    "adjusted p_j = max_{i ≤ j} p_i": r"\text{adjusted } p_j = \max_{i \le j}\ p_i",
    # wilcoxon
    "W⁺ = Σ_{d_j > 0} r_j,    E W⁺ = n(n+1)/4,    Var W⁺ = n(n+1)(2n+1)/24 - Σ_ties (t³ - t)/48": (
        r"W^+ = \sum_{d_j > 0} r_j, \qquad \mathrm{E}\, W^+ = \frac{n (n + 1)}{4}, \qquad \mathrm{Var}\, W^+ ="
        r" \frac{n (n + 1)(2n + 1)}{24} - \sum_\text{ties} \frac{t^3 - t}{48}"
    ),
}
"""The line of the docstring, and the same in TeX."""
